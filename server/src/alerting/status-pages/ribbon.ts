import { formatUptime } from '../../platform/text/format.ts'
import { msg, t } from '../../platform/text/index.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import type { DayState, DayView } from './daily-uptime.ts'
import { type ComponentStatus, DAYS } from './view.ts'

type Shape = ComponentStatus | DayState

export const NARROW_DAYS = 30
const STEP = 10
const WIDTH = 8
const HEIGHT = 40

/** Never by colour alone: down is a full notched bar, a short outage a lower one, paused is hatched, unknown is empty. */
function drawBar(shape: Shape, x: number): string {
  const right = x + WIDTH
  const middle = x + WIDTH / 2
  if (shape === 'down') {
    return `<path class="down" d="M${x} 0h2.5L${middle} 12L${right - 2.5} 0H${right}V${HEIGHT}H${x}z"/>`
  }
  if (shape === 'degraded') {
    return `<path class="degraded" d="M${x} 6h2.5L${middle} 14L${right - 2.5} 6H${right}V${HEIGHT}H${x}z"/>`
  }
  if (shape === 'up') return `<path class="up" d="M${x} 12H${right}V${HEIGHT}H${x}z"/>`
  return `<path class="${shape}" vector-effect="non-scaling-stroke" d="M${x + 0.5} 12.5H${right - 0.5}V${HEIGHT - 0.5}H${x + 0.5}z"/>`
}

/** Shown next to a word that says the same. */
export const drawMark = (shape: Shape): string =>
  `<svg class="mark" viewBox="0 0 8 40" preserveAspectRatio="none" aria-hidden="true">${drawBar(shape, 0)}</svg>`

/** Once per page; the bars refer to it. */
export const HATCH =
  '<svg width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V5"/></pattern></defs></svg>'

export const DAY_WORDS: Readonly<Record<DayState, string>> = {
  up: msg('up'),
  degraded: msg('short outage'),
  down: msg('down'),
  paused: msg('paused'),
  unknown: msg('no data'),
}

const describeDay = ({ state, uptime_percent }: DayView): string =>
  uptime_percent === null ? t(DAY_WORDS[state]) : `${t(DAY_WORDS[state])}, ${formatUptime(uptime_percent)}`

/** The last `count` days. Today is at the right; where there is no data yet, there is no bar. */
function drawDays(
  days: readonly DayView[],
  { count, kind, label }: { count: number; kind: string; label: string },
): string {
  const shown = days.slice(-count)
  const bars = shown.map((day, index) => {
    const x = (count - shown.length + index) * STEP + 1
    return `<g><title>${day.date}: ${describeDay(day)}</title>${drawBar(day.state, x)}</g>`
  })
  return `<svg class="${kind}" viewBox="0 0 ${count * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(label)}">${bars.join('')}</svg>`
}

/** Fewer bars on a phone, so that each can still be seen and touched. The style shows one of the two. */
export function drawRibbon(days: readonly DayView[], label: string): string {
  const wide = drawDays(days, { count: DAYS, kind: 'wide', label })
  return `<div class="ribbon">${wide}${drawDays(days, { count: NARROW_DAYS, kind: 'narrow', label })}</div>`
}

/** Consecutive equal days are one line: nobody reads a table of ninety equal lines. */
export function renderDayTable(days: readonly DayView[]): string {
  const runs: { from: string; to: string; text: string }[] = []
  for (const day of days.toReversed()) {
    const text = describeDay(day)
    const last = runs.at(-1)
    if (last?.text === text) last.from = day.date
    else runs.push({ from: day.date, to: day.date, text })
  }
  const rows = runs.map(({ from, to, text }) => {
    const when = from === to ? `<time>${to}</time>` : `<time>${from}</time> – <time>${to}</time>`
    return `<tr><td>${when}</td><td class="num">${text}</td></tr>`
  })
  return `<table><thead><tr><th scope="col">${t('Day, UTC')}</th><th scope="col">${t('Status')}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

import { formatUptime } from '../../platform/text/format.ts'
import { msg, t } from '../../platform/text/index.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import type { DayState, DayView } from './daily-uptime.ts'
import type { ComponentStatus } from './overall.ts'
import { DAYS } from './view.ts'

type Shape = ComponentStatus | DayState

export const NARROW_DAYS = 30
const STEP = 10
const HEIGHT = 40

/** Never by colour alone: down is a full notched bar, a short outage a lower one, paused is hatched, unknown is empty. */
function drawBar(shape: Shape, x: number, title = ''): string {
  if (shape === 'down') return `<path class="down" d="M${x} 0h2.5l1.5 12l1.5-12h2.5v40h-8z">${title}</path>`
  if (shape === 'degraded') return `<path class="degraded" d="M${x} 6h2.5l1.5 8l1.5-8h2.5v34h-8z">${title}</path>`
  if (shape === 'up') return `<path class="up" d="M${x} 12h8v28h-8z">${title}</path>`
  return `<path class="${shape}" vector-effect="non-scaling-stroke" d="M${x + 0.5} 12.5h7v27h-7z">${title}</path>`
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

type Describe = (day: DayView) => string

/** A page has the same few texts thousands of times, so each is composed once. */
function createDescribe(): Describe {
  const cache = new Map<string, string>()
  return ({ state, uptime_percent }) => {
    const key = `${state} ${uptime_percent}`
    const found = cache.get(key)
    if (found !== undefined) return found
    const stateText = t(DAY_WORDS[state])
    const text = uptime_percent === null ? stateText : `${stateText}, ${formatUptime(uptime_percent)}`
    cache.set(key, text)
    return text
  }
}

/**
 * The last ninety days. Today is at the right; where there is no data yet, there is no bar. A phone shows the right third of the picture,
 * so that each bar can still be seen and touched: the style makes it three times as wide and leaves the older bars out.
 */
function drawRibbon(days: readonly DayView[], label: string, describe: Describe): string {
  const bars = days.map((day, index) =>
    drawBar(day.state, (DAYS - days.length + index) * STEP + 1, `<title>${day.date}: ${describe(day)}</title>`),
  )
  const older = bars.slice(0, -NARROW_DAYS).join('')
  return `<div class="ribbon"><svg viewBox="0 0 ${DAYS * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(label)}"><g class="wide">${older}</g><g>${bars.slice(-NARROW_DAYS).join('')}</g></svg></div>`
}

/** Consecutive equal days are one line: nobody reads a table of ninety equal lines. */
function renderDayTable(days: readonly DayView[], describe: Describe): string {
  const runs: { from: string; to: string; text: string }[] = []
  for (const day of days.toReversed()) {
    const text = describe(day)
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

export interface DayPictures {
  ribbon: (days: readonly DayView[], label: string) => string
  table: (days: readonly DayView[]) => string
}

/** For one page. */
export function createDayPictures(): DayPictures {
  const describe = createDescribe()
  return {
    ribbon: (days, label) => drawRibbon(days, label, describe),
    table: (days) => renderDayTable(days, describe),
  }
}

import { formatFigure, formatUptime } from '@sitewatch/contract/format'
import { escapeHtml } from '../../platform/html/escape.ts'
import { DARK, LIGHT } from '../../platform/html/look.gen.ts'
import type { PublicPeriod } from './snapshot.ts'
import type { UptimeTimeline } from './uptime.ts'

interface Badge {
  label: string
  value: string
  tone: 'ink' | 'up' | 'down'
}

const SPANS: Record<PublicPeriod, string> = {
  today: 'today',
  '7d': 'in 7 days',
  '30d': 'in 30 days',
  '12mo': 'in 12 months',
}

export const badgeOfVisitors = (visitors: number, period: PublicPeriod): Badge => ({
  label: 'visitors',
  value: `${formatFigure(visitors)} ${SPANS[period]}`,
  tone: 'ink',
})

export function badgeOfUptime(uptime: UptimeTimeline | null, period: PublicPeriod): Badge {
  const percent = uptime?.uptime_percent ?? null
  if (percent === null) return { label: 'uptime', value: 'no data', tone: 'ink' }
  return { label: 'uptime', value: `${formatUptime(percent)} ${SPANS[period]}`, tone: 'ink' }
}

export function badgeOfStatus(uptime: UptimeTimeline | null): Badge {
  const status = uptime?.status ?? 'unobserved'
  return status === 'unobserved'
    ? { label: 'status', value: 'no data', tone: 'ink' }
    : { label: 'status', value: status, tone: status }
}

const HEIGHT = 22
const PADDING = 8
/** The width of a monospace letter at 12 px; each text is set to exactly that width. */
const LETTER_WIDTH = 7.2
const MARK_WIDTH = 18

const MARKS: Record<Badge['tone'], string> = {
  ink: '',
  up: '<rect class="up" y="8" width="12" height="6"/>',
  down: '<path class="down" d="M0 4h4l2 4l2 -4h4v14H0Z"/>',
}

const colour = (palette: Record<keyof typeof LIGHT, string>): string =>
  `.paper{fill:${palette.paper};stroke:${palette['line-strong']}}.line{stroke:${palette['line-strong']}}.label{fill:${palette.soft}}.value{fill:${palette.ink}}.up{fill:${palette.up}}.down{fill:${palette.down}}`

/** A self-contained image: it must be readable in any page, light or dark, and may load nothing. */
export function renderBadge({ label, value, tone }: Badge): string {
  const widthOf = (text: string): number => Math.ceil(text.length * LETTER_WIDTH)
  const mark = MARKS[tone]
  const left = widthOf(label) + 2 * PADDING
  const inset = mark === '' ? PADDING : PADDING + MARK_WIDTH
  const width = left + inset + widthOf(value) + PADDING
  const text = (x: number, content: string, kind: string): string =>
    `<text class="${kind}" x="${x}" y="15" textLength="${widthOf(content)}" lengthAdjust="spacingAndGlyphs">${escapeHtml(content)}</text>`
  const description = escapeHtml(`${label}: ${value}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${description}"><title>${description}</title><style>
${colour(LIGHT)}
@media(prefers-color-scheme:dark){${colour(DARK)}}
text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}</style>
<rect class="paper" x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="4"/><path class="line" d="M${left}.5 1V${HEIGHT - 1}"/>
${text(PADDING, label, 'label')}<g transform="translate(${left + PADDING})">${mark}</g>${text(left + inset, value, 'value')}</svg>`
}

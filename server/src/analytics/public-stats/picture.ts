import { LOCALES } from '@sitewatch/contract'
import { escapeHtml } from '../../platform/html/escape.ts'
import { formatCount, formatDuration } from '../../platform/text/format.ts'
import { currentLanguage, msg, t } from '../../platform/text/index.ts'
import type { Segment } from './uptime.ts'
import type { Point, Snapshot } from './snapshot.ts'

/** The width is stretched to the available space; the heights are pixels. */
const WIDTH = 1000
const PLOT = 200
const GAP = 8
const RIBBON = 16
const UP_HEIGHT = 6
/** So that a minute in a year is still visible. */
const MIN_BAND_WIDTH = 4

type PictureData = Pick<Snapshot, 'from_ms' | 'to_ms' | 'points' | 'uptime' | 'timezone' | 'period' | 'interval'>

const round = (value: number): number => Math.round(value * 10) / 10

/** The next round figure whose half is round as well. */
export function findCeiling(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(10, max)) - (max < 10 ? 1 : 0))
  const factor = (power === 1 ? [2, 4, 6, 8, 10] : [1, 2, 3, 4, 5, 6, 8, 10]).find((each) => each * power >= max)
  return (factor ?? 10) * power
}

function placeIn({ from_ms, to_ms }: Pick<PictureData, 'from_ms' | 'to_ms'>): (time_ms: number) => number {
  return (time_ms) => round(((time_ms - from_ms) / (to_ms - from_ms)) * WIDTH)
}

/** Drawn as steps, since each figure belongs to an interval and not to an instant. */
function drawTraffic(data: PictureData, ceiling: number): string {
  const place = placeIn(data)
  const heightOf = ({ visitors }: Point): number => round(PLOT - (visitors / ceiling) * PLOT)
  const steps = data.points.map((point, n) => {
    const end = data.points[n + 1]?.start_ms ?? data.to_ms
    return `${n === 0 ? 'M' : 'L'}${place(point.start_ms)} ${heightOf(point)}H${place(end)}`
  })
  if (steps.length === 0) return ''
  const line = steps.join('')
  return `<path class="area" d="${line}V${PLOT}H0Z"/><path class="line" d="${line}"/>`
}

interface Band {
  x: number
  width: number
}

/** Merges bands that would overlap: however often a monitor flapped, there are at most some hundreds. */
export function placeBands(segments: readonly Segment[], place: (time_ms: number) => number): Band[] {
  const bands: Band[] = []
  for (const { from_ms, to_ms } of segments) {
    const width = Math.max(MIN_BAND_WIDTH, place(to_ms) - place(from_ms))
    const x = Math.max(0, Math.min(place(from_ms), WIDTH - width))
    const last = bands.at(-1)
    if (last && x <= last.x + last.width) last.width = round(Math.max(last.width, x + width - last.x))
    else bands.push({ x, width: round(width) })
  }
  return bands
}

const isDown = ({ state }: Segment): boolean => state === 'down'

/** Down is full and notched, up is thin, unobserved is empty: never shown by colour alone. */
function drawRibbon(segments: readonly Segment[], place: (time_ms: number) => number): string {
  const top = PLOT + GAP
  const up = placeBands(
    segments.filter(({ state }) => state === 'up'),
    place,
  )
  const down = placeBands(segments.filter(isDown), place)
  const thin = ({ x, width }: Band): string =>
    `<rect class="up" x="${x}" y="${top + (RIBBON - UP_HEIGHT) / 2}" width="${width}" height="${UP_HEIGHT}"/>`
  const notched = ({ x, width }: Band): string =>
    `<path class="down" d="M${x} ${top}h${round(width / 3)}l${round(width / 6)} 5l${round(width / 6)} -5H${round(x + width)}v${RIBBON}H${x}Z"/>`
  return `<path class="hair" d="M0 ${top + RIBBON / 2}H${WIDTH}"/>${up.map(thin).join('')}${down.map(notched).join('')}`
}

function drawOutages(segments: readonly Segment[], place: (time_ms: number) => number): string {
  const bands = placeBands(segments.filter(isDown), place)
  return bands.map(({ x, width }) => `<rect class="outage" x="${x}" y="0" width="${width}" height="${PLOT}"/>`).join('')
}

const LABELS: Record<PictureData['period'], Intl.DateTimeFormatOptions> = {
  today: { hour: '2-digit', minute: '2-digit' },
  '7d': { weekday: 'short', day: 'numeric' },
  '30d': { day: 'numeric', month: 'short' },
  '12mo': { month: 'short', year: '2-digit' },
}
const MAX_TICKS = 4
/** The width of a letter on the narrowest page. */
const LETTER_PERCENT = 2.7
/** Whether it is far enough to the left not to overlap the label "now". */
const isClear = ({ left, text }: { left: number; text: string }): boolean =>
  left <= 100 - (text.length + 4) * LETTER_PERCENT

/** Each label at the start of the day, month or hour that it names. */
function drawAxis({ from_ms, to_ms, points, timezone, period }: PictureData): string {
  const format = new Intl.DateTimeFormat(LOCALES[currentLanguage()], { timeZone: timezone, ...LABELS[period] })
  const named = points.map(({ start_ms }) => ({
    left: round(((start_ms - from_ms) / (to_ms - from_ms)) * 100),
    text: format.format(start_ms),
  }))
  const ticks = named.filter((tick, n) => isClear(tick) && tick.text !== named[n - 1]?.text)
  const every = Math.ceil(ticks.length / MAX_TICKS)
  const spans = ticks
    .filter((_, n) => n % every === 0)
    .map(({ left, text }) => `<span style="left:${left}%">${escapeHtml(text)}</span>`)
  return `<div class="axis" aria-hidden="true">${spans.join('')}<span class="last">${t('now')}</span></div>`
}

const MAX_OUTAGES = 100

const POINT_LABEL: Record<PictureData['interval'], Intl.DateTimeFormatOptions> = {
  hour: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
}

const BY_INTERVAL: Record<PictureData['interval'], string> = {
  hour: msg('Visitors by hour'),
  day: msg('Visitors by day'),
  week: msg('Visitors by week'),
}

const head = (...columns: readonly string[]): string =>
  `<thead><tr>${columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('')}</tr></thead>`

/** The same as a table, for people who cannot see the picture or want the figures. */
function writeTables({ points, uptime, timezone, interval, to_ms }: PictureData): string {
  const locale = LOCALES[currentLanguage()]
  const when = new Intl.DateTimeFormat(locale, { timeZone: timezone, ...POINT_LABEL[interval] })
  const exact = new Intl.DateTimeFormat(locale, { timeZone: timezone, dateStyle: 'medium', timeStyle: 'short' })
  const rows = points.map(
    ({ start_ms, visitors, visits, pageviews }) =>
      `<tr><th scope="row">${escapeHtml(when.format(start_ms))}</th>${[visitors, visits, pageviews].map((count) => `<td>${formatCount(count)}</td>`).join('')}</tr>`,
  )
  const outages = (uptime?.segments ?? []).filter(isDown).reverse()
  const lines = outages.slice(0, MAX_OUTAGES).map((outage) => {
    const until = outage.to_ms >= to_ms ? t('still down') : exact.format(outage.to_ms)
    const duration = formatDuration((outage.to_ms - outage.from_ms) / 1000)
    return `<tr><th scope="row">${escapeHtml(exact.format(outage.from_ms))}</th><td>${escapeHtml(until)}</td><td>${duration}</td></tr>`
  })
  const more =
    outages.length > MAX_OUTAGES
      ? `<p class="soft">${t('And {count, number} before.', { count: outages.length - MAX_OUTAGES })}</p>`
      : ''
  const outageTable =
    lines.length === 0
      ? ''
      : `<table class="plain"><caption>${t('Outages')}</caption>${head(t('From'), t('To'), t('Duration'))}<tbody>${lines.join('')}</tbody></table>${more}`
  return `<details><summary>${t('Show as table')}</summary><div class="rows" tabindex="0" role="group" aria-label="${t('Visitors over time, as a table')}">${outageTable}
<table class="plain"><caption>${t(BY_INTERVAL[interval])}</caption>${head(t('From'), t('Visitors'), t('Visits'), t('Views'))}<tbody>${rows.join('')}</tbody></table></div></details>`
}

const drawLegend =
  (): string => `<p class="legend soft" aria-hidden="true"><svg width="20" height="16" viewBox="0 0 20 16"><rect class="up" y="5" width="20" height="6"/></svg> ${t('up')}
<svg width="20" height="16" viewBox="0 0 20 16"><path class="down" d="M0 0h7l3 5l3 -5h7v16H0Z"/></svg> ${t('down')}
<svg width="20" height="16" viewBox="0 0 20 16"><path class="hair" d="M0 8H20"/></svg> ${t('no data')}</p>`

function describePicture({ points, uptime }: PictureData): string {
  const most = Math.max(0, ...points.map(({ visitors }) => visitors))
  const outages = (uptime?.segments ?? []).filter(isDown).length
  if (!uptime) return t('Visitors over time, at most {most, number}.', { most })
  return t(
    'Visitors over time, at most {most, number}, and {outages, plural, one {# outage} other {# outages}} on the same axis.',
    { most, outages },
  )
}

/** Visitors over time and, under them on the same axis, whether the website could be reached. */
export function renderPicture(data: PictureData): string {
  const place = placeIn(data)
  const segments = data.uptime?.segments ?? []
  const ceiling = findCeiling(Math.max(0, ...data.points.map(({ visitors }) => visitors)))
  const height = PLOT + (data.uptime ? GAP + RIBBON : 0)
  const grid = [0, PLOT / 2, PLOT].map((y) => `<path class="hair" d="M0 ${y}H${WIDTH}"/>`).join('')
  return `<figure class="picture"><div class="scale" aria-hidden="true"><span>${formatCount(ceiling)}</span><span>${formatCount(ceiling / 2)}</span><span>0</span></div>
<svg class="plot" role="img" aria-label="${escapeHtml(describePicture(data))}" viewBox="0 0 ${WIDTH} ${height}" height="${height}" preserveAspectRatio="none">
${grid}${drawOutages(segments, place)}${drawTraffic(data, ceiling)}${data.uptime ? drawRibbon(segments, place) : ''}</svg>
${drawAxis(data)}</figure>${data.uptime ? drawLegend() : ''}${writeTables(data)}`
}

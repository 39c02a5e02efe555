import { findOrigin, readReferrer } from '../../collect/index.ts'
import { type Header, type ReadCell, readCells } from '../csv.ts'
import { readCountry } from './imported-event.ts'

/** The figures of one value of a dimension on a day. A line has one row for each dimension that it is about. */
export interface DayRow {
  dimension: string
  value: string
  visitors?: number
  visits?: number
  pageviews?: number
  events?: number
  bounces?: number
  duration_ms?: number
  engaged_ms?: number
}

interface DayLine {
  day: string
  rows: DayRow[]
}

type Figures = Omit<DayRow, 'dimension' | 'value'>

/** Paths are taken as they are: Plausible stores a fragment only for sites whose script is the one for hash routing. */
interface Table {
  /** Columns that the file must have. */
  required: readonly string[]
  dimensions: readonly string[]
  read(cell: ReadCell, figures: Figures, domain: string): DayRow[]
}

const MAX_VALUE = 1000
const singleRow = (dimension: string, value: string, figures: Figures): DayRow[] => [
  { dimension, value: value.slice(0, MAX_VALUE), ...figures },
]

const readColumn =
  (dimension: string, column: string, name: (text: string) => string = (text) => text) =>
  (cell: ReadCell, figures: Figures): DayRow[] =>
    singleRow(dimension, name(cell(column)), figures)

const SYSTEMS: Readonly<Record<string, string>> = { Mac: 'macOS', 'GNU/Linux': 'Linux', '(not set)': '' }
const BROWSERS: Readonly<Record<string, string>> = {
  'Samsung Browser': 'Samsung Internet for Android',
  'Mobile Safari': 'Safari',
  'Chrome Mobile': 'Chrome',
  'Firefox Mobile': 'Firefox',
  '(not set)': '',
}
const DEVICES: Readonly<Record<string, string>> = {
  desktop: 'desktop',
  laptop: 'desktop',
  'ultra-wide monitor': 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
  tv: 'tv',
}
const NO_SOURCE = new Set(['Direct / None', '(not set)', '(none)'])
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const

const withoutNone = (text: string): string => (NO_SOURCE.has(text) ? '' : text)

/** A line of this file is about one combination of source, referrer and UTM values. */
function readSource(cell: ReadCell, figures: Figures, domain: string): DayRow[] {
  const referrer = withoutNone(cell('referrer'))
  const [utm_source = '', utm_medium = '', utm_campaign = '', utm_content = '', utm_term = ''] = UTM.map((name) =>
    withoutNone(cell(name)),
  )
  const campaign = { utm_source, utm_medium, utm_campaign, utm_content, utm_term, click: '' }
  const from = referrer === '' ? sourceAsReferrer(cell('source')) : referrer
  const origin = findOrigin(campaign, readReferrer(from === '' ? '' : `https://${from}`, domain))
  return [
    ...singleRow('source', withoutNone(cell('source')), figures),
    ...singleRow('referrer', referrer, figures),
    ...singleRow('channel', origin.channel, figures),
    ...UTM.flatMap((name) => singleRow(name, campaign[name], figures)),
  ]
}

/** A source that Plausible has no name for is the host of the page that linked to the website. */
const sourceAsReferrer = (source: string): string =>
  /^[\w-]+(\.[\w-]+)+$/.test(source)
    ? source
    : source === '' || NO_SOURCE.has(source)
      ? ''
      : `${source.toLowerCase()}.com`

const TABLES: Readonly<Record<string, Table>> = {
  imported_visitors: {
    required: ['visitors', 'pageviews', 'visits'],
    dimensions: ['total'],
    read: (_cell, figures) => singleRow('total', '', figures),
  },
  imported_sources: {
    required: ['source', 'visitors', 'visits'],
    dimensions: ['source', 'referrer', 'channel', ...UTM],
    read: readSource,
  },
  imported_pages: {
    required: ['page', 'visitors', 'pageviews'],
    dimensions: ['page'],
    read: readColumn('page', 'page'),
  },
  imported_entry_pages: {
    required: ['entry_page', 'visitors', 'entrances'],
    dimensions: ['entry'],
    read: readColumn('entry', 'entry_page'),
  },
  imported_exit_pages: {
    required: ['exit_page', 'visitors', 'exits'],
    dimensions: ['exit'],
    read: readColumn('exit', 'exit_page'),
  },
  imported_locations: {
    required: ['country', 'visitors', 'visits'],
    dimensions: ['country'],
    read: readColumn('country', 'country', readCountry),
  },
  imported_devices: {
    required: ['device', 'visitors', 'visits'],
    dimensions: ['device'],
    read: readColumn('device', 'device', (text) => DEVICES[text.toLowerCase()] ?? 'other'),
  },
  imported_browsers: {
    required: ['browser', 'visitors', 'visits'],
    dimensions: ['browser'],
    read: readColumn('browser', 'browser', (text) => BROWSERS[text] ?? text),
  },
  imported_operating_systems: {
    required: ['operating_system', 'visitors', 'visits'],
    dimensions: ['system'],
    read: readColumn('system', 'operating_system', (text) => SYSTEMS[text] ?? text),
  },
  imported_custom_events: {
    required: ['name', 'visitors', 'events'],
    dimensions: ['event'],
    // A day's events also count towards its totals.
    read: (cell, figures) => [
      ...singleRow('event', cell('name'), figures),
      { dimension: 'total', value: '', events: figures.events ?? 0 },
    ],
  },
}

/** The columns of each figure; a file has one of them. Times are seconds. */
const FIGURES = {
  visitors: ['visitors'],
  visits: ['visits', 'entrances', 'exits'],
  pageviews: ['pageviews'],
  events: ['events'],
  bounces: ['bounces'],
  duration_ms: ['visit_duration'],
  engaged_ms: ['total_time_on_page', 'time_on_page'],
} as const

/** Null: one of the figures is not a whole number. */
function readFigures(cell: ReadCell): Figures | null {
  const figures: Figures = {}
  for (const [name, columns] of Object.entries(FIGURES) as [keyof Figures, readonly string[]][]) {
    const text = columns.map(cell).find((each) => each !== '') ?? '0'
    if (!/^\d{1,15}$/.test(text)) return null
    figures[name] = Number(text) * (name.endsWith('_ms') ? 1000 : 1)
  }
  return figures
}

const DAY = /^\d{4}-\d\d-\d\d$/
const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text))

/** Undefined for a file that is not part of an export, such as a readme. */
export function findTable(file_name: string): Table | undefined {
  const [, name = ''] = /(?:^|\/)(imported_[a-z_]+?)(?:_\d{8}_\d{8})?\.csv$/.exec(file_name) ?? []
  return TABLES[name]
}

/** A string: why the line cannot be imported. */
export type ReadDay = (record: string) => DayLine | string

/** A string: why the file is not one of Plausible's. */
export function openTable(
  table: Table,
  header: Header,
  { domain, today }: { domain: string; today: string },
): ReadDay | string {
  const missing = ['date', ...table.required].filter((name) => !header.has(name))
  if (missing.length > 0) return `Its first line lacks ${missing.join(', ')}.`
  return (record) => {
    const cell = readCells(header, record)
    if (typeof cell === 'string') return cell
    const day = cell('date')
    if (!isDay(day)) return 'date is not a date.'
    if (day > today || day < '1971-01-01') return 'date is in the future or before 1971.'
    const figures = readFigures(cell)
    if (figures === null) return 'One of the figures is not a whole number.'
    return { day, rows: table.read(cell, figures, domain) }
  }
}

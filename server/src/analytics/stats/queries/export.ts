import { z } from 'zod'
import { defineQuery, integer64 } from '../../../platform/clickhouse/index.ts'

const TEXT_COLUMNS = [
  'kind',
  'host',
  'path',
  'channel',
  'source',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'country',
  'language',
  'device',
  'browser',
  'browser_version',
  'system',
  'system_version',
  'bot',
  'name',
  'target',
  'currency',
] as const
const FIGURES = ['engaged_ms', 'scroll_percent', 'revenue', 'lcp_ms', 'inp_ms', 'cls', 'ttfb_ms', 'fcp_ms'] as const

/** The columns in the order of the file. */
export const EXPORT_COLUMNS = [
  'time',
  'visitor_id',
  'pageview_id',
  'number',
  ...TEXT_COLUMNS,
  ...FIGURES,
  'props',
] as const

const id = z.string().regex(/^\d+$/)
const figure = z.coerce.number()
const optional = z.number().nullable()
export const ExportRow = z.object({
  time_ms: integer64,
  visitor_id: id,
  pageview_id: id,
  number: z.int(),
  ...(Object.fromEntries(TEXT_COLUMNS.map((name) => [name, z.string()])) as Record<
    (typeof TEXT_COLUMNS)[number],
    z.ZodString
  >),
  engaged_ms: figure,
  scroll_percent: figure,
  revenue: figure,
  lcp_ms: optional,
  inp_ms: optional,
  cls: optional,
  ttfb_ms: optional,
  fcp_ms: optional,
  props: z.record(z.string(), z.string()),
})
export type ExportRow = z.output<typeof ExportRow>

const span = { website_id: z.int(), from: z.date(), to: z.date() }
const WHERE = `website_id = {website_id:UInt64} AND time >= {from:DateTime64(3)} AND time < {to:DateTime64(3)}`
const settings = { do_not_merge_across_partitions_select_final: 1 }

export const countExport = defineQuery({
  name: 'stats.export_days',
  sql: `SELECT CAST(toDate(time), 'String') AS day, count() AS events FROM events FINAL WHERE ${WHERE}
    GROUP BY day ORDER BY day`,
  params: z.object(span),
  row: z.object({ day: z.string(), events: integer64 }),
  timeout_seconds: 20,
  settings,
})

/** One page of one UTC day, in the order of the table, after the last event of the page before. */
export const readExport = defineQuery({
  name: 'stats.export',
  sql: `SELECT toUnixTimestamp64Milli(time) AS time_ms, CAST(visitor_id, 'String') AS visitor_id,
      CAST(pageview_id, 'String') AS pageview_id, number, ${[...TEXT_COLUMNS, ...FIGURES].join(', ')}, props
    FROM events FINAL
    WHERE ${WHERE} AND toDate(time) = {day:Date}
      AND (events.visitor_id, events.pageview_id, events.number) > ({visitor_id:UInt64}, {pageview_id:UInt64}, {number:Int32})
    ORDER BY events.visitor_id, events.pageview_id, events.number
    LIMIT {limit:UInt32}`,
  params: z.object({ ...span, day: z.string(), visitor_id: id, pageview_id: id, number: z.int(), limit: z.int() }),
  row: ExportRow,
  timeout_seconds: 20,
  settings,
})

import type { Route } from '@sitewatch/contract'
import type { z } from 'zod'
import { problemBody, type ProblemError } from '../http/problem.ts'
import { bound, boundRows, type Cut, MAX_ANSWER_CHARS } from './bounded.ts'
import { screenOfRecord, screenOfRoute } from './links.ts'

type Fields = Record<string, unknown>

export interface ToolAnswer {
  content: { type: 'text'; text: string }[]
  structuredContent: Fields
  isError?: true
}

export interface Called {
  route: Route
  params: Readonly<Record<string, string>>
  base_url: string
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function withLink(value: unknown, base_url: string): unknown {
  const screen = isRecord(value) ? screenOfRecord(value) : undefined
  return isRecord(value) && screen !== undefined ? { ...value, dashboard_url: base_url + screen } : value
}

const NAME_FIELDS = ['friendly_name', 'monitor_name', 'domain', 'name', 'title', 'record_name', 'email']

/** `incident 12, Shop: open, https://…` */
function describeRecord(value: unknown): string[] {
  if (!isRecord(value) || typeof value['object'] !== 'string') return []
  const { object, id, status, dashboard_url } = value
  const name = NAME_FIELDS.map((each) => value[each]).find((each) => typeof each === 'string')
  const kind = `${object.replaceAll('_', ' ')}${typeof id === 'number' ? ` ${id}` : ''}`
  const text = typeof name === 'string' ? `${kind}, ${name}` : kind
  return [[`${text}${typeof status === 'string' ? `: ${status}` : ''}`, dashboard_url].filter(Boolean).join(' – ')]
}

const describeCuts = (cuts: readonly Cut[]): string =>
  cuts.map(({ field, shown, of }) => `${field || 'data'} (${shown} of ${of})`).join(', ')

interface PageMeta {
  current_page: number
  per_page: number
  last_page: number
  total: number
}

/** The parameter for the size of a page, and the largest size up to `max` that it accepts. */
function findSize({ query }: Route, max: number): { name: string; size: number | undefined } {
  const shape = (query?._zod.def as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}
  const name = 'per_page' in shape ? 'per_page' : 'pageSize'
  const sizes = Array.from({ length: max }, (_, index) => max - index)
  return { name, size: sizes.find((size) => shape[name]?.safeParse(size).success) }
}

/** How to get the remaining records: the next page, or smaller pages if not all records of this one fit. */
function explainMore(
  route: Route,
  { current_page, per_page, last_page }: PageMeta,
  { shown, total }: { shown: number; total: number },
): string | undefined {
  if (shown < total) {
    const only = `Only ${shown} of the ${total} records of this page fit.`
    const { name, size } = findSize(route, shown)
    if (size === undefined) return `${only} Narrow the request with its arguments.`
    // May repeat records, but skips none.
    const next = Math.floor(((current_page - 1) * per_page + shown) / size) + 1
    return `${only} Call again with ${name} ${size} and page ${next} for the next ones.`
  }
  if (current_page < last_page) return `Page ${current_page} of ${last_page}. Call again with page ${current_page + 1}.`
  return undefined
}

function describeList({ route, base_url }: Called, data: readonly unknown[], meta: PageMeta & Fields): Fields {
  const linked = data.map((row) => withLink(row, base_url))
  const { rows, cuts } = boundRows(linked)
  const more = explainMore(route, meta, { shown: rows.length, total: data.length })
  const { links: _links, ...page } = meta
  return {
    data: rows,
    meta: page,
    ...(more !== undefined && { more }),
    ...(cuts.length > 0 && { truncated: `Shortened: ${describeCuts(cuts)}.` }),
  }
}

function describeOne({ base_url }: Called, data: unknown): Fields {
  const { value, cuts } = bound(withLink(data, base_url))
  if (cuts.length === 0) return { data: value }
  return {
    data: value,
    truncated: `Shortened to about ${MAX_ANSWER_CHARS} characters: ${describeCuts(cuts)}. Narrow the request with its arguments, use a tool for a single record, or open dashboard_url.`,
  }
}

function summarize(answer: Fields): string {
  const { data, meta, more, truncated, dashboard_url } = answer
  const notes = [more, truncated].filter((each) => typeof each === 'string')
  if (!Array.isArray(data)) {
    const recordUrl = isRecord(data) ? data['dashboard_url'] : undefined
    return [...describeRecord(data), ...(recordUrl === undefined ? [dashboard_url] : []), ...notes].join('\n')
  }
  const total = (meta as { total?: number } | undefined)?.total ?? data.length
  return [
    `${data.length} of ${total} records – ${String(dashboard_url)}`,
    ...data.flatMap(describeRecord),
    ...notes,
  ].join('\n')
}

/** The body of the operation's answer, with links, and short enough to be read. */
export function toToolAnswer(called: Called, body: string): ToolAnswer {
  const { data, meta } = JSON.parse(body) as { data: unknown; meta?: PageMeta & Fields }
  const described = Array.isArray(data) && meta ? describeList(called, data, meta) : describeOne(called, data)
  const recordUrl = isRecord(described['data']) ? described['data']['dashboard_url'] : undefined
  const dashboard_url = recordUrl ?? called.base_url + screenOfRoute(called.route, called.params)
  const structuredContent = { ...described, dashboard_url }
  return {
    // The second block is for clients that show the model no structured content.
    content: [summarize(structuredContent), JSON.stringify(structuredContent)].map((text) => ({ type: 'text', text })),
    structuredContent,
  }
}

/** A problem that the model can act on: what happened and what to do. */
export function toToolError(found: ProblemError, base_url: string, request_id: string): ToolAnswer {
  const body = problemBody(found, base_url, request_id)
  const text = `${body.title} (${body.code}): ${body.detail}${body.required_scope === undefined ? '' : ' Create a key that has it under Settings → API keys.'}`
  return { isError: true, content: [{ type: 'text', text }], structuredContent: { ...body } }
}

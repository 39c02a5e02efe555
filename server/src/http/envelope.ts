import { hash } from 'node:crypto'
import type { ListOf, Route } from '@sitewatch/contract'
import type { Answer } from './idempotency.ts'
import { Respond } from './serve.ts'

export interface CalledRoute {
  route: Route
  base_url: string
  /** Path as called, without the base and the query. */
  path: string
  search: string
  query: Record<string, unknown>
}

/** The version of a record's settings: `updated_at` is strictly increasing for a row and moves only with them. */
const versionOf = ({ updated_at }: { updated_at?: string }): string => Date.parse(updated_at ?? '').toString(36)

/** The version, for If-Match, and a digest of the answer, for If-None-Match: a poller sees changes beyond the settings too. */
const etagOf = (record: { updated_at: string }, body: string): string =>
  `"${versionOf(record)}_${hash('sha256', body).slice(0, 16)}"`

const listTags = (header: string): string[] => header.split(',').map((tag) => tag.trim())

/** Whether If-Match names the version of these settings. The digest part of the tag is ignored. */
export function matchesVersion(header: string, record: { updated_at?: string }): boolean {
  const version = versionOf(record)
  return listTags(header).some((tag) => tag === '*' || /^"(\w+?)(?:_\w+)?"$/.exec(tag)?.[1] === version)
}

/** 304 for a client that already has this answer. */
export function revalidate(answer: Answer, ifNoneMatch: string | undefined): Answer {
  const etag = answer.headers['etag']
  if (ifNoneMatch === undefined || etag === undefined) return answer
  const isKnown = listTags(ifNoneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
  return isKnown ? { status: 304, headers: answer.headers, body: '' } : answer
}

const pageParameter = (path: string): 'per_page' | 'pageSize' => (path.startsWith('/api/v1/') ? 'per_page' : 'pageSize')

function pageUrl(called: CalledRoute, page: number, after?: string): string {
  const search = new URLSearchParams(called.search)
  search.set('page', String(page))
  search.delete('after')
  if (after !== undefined) search.set('after', after)
  return `${called.base_url}${called.path}?${search.toString()}`
}

function nextUrl(
  called: CalledRoute,
  page: number,
  last_page: number,
  after: string | null | undefined,
): string | null {
  if (after === undefined) return page < last_page ? pageUrl(called, page + 1) : null
  return after === null ? null : pageUrl(called, page + 1, after)
}

function listEnvelope(called: CalledRoute, result: ListOf<unknown> & { meta?: object }) {
  const { rows, total, after, meta } = result
  const current_page = Number(called.query['page'])
  const per_page = Number(called.query[pageParameter(called.route.path)])
  const last_page = Math.max(1, Math.ceil(total / per_page))
  const from = rows.length === 0 ? null : (current_page - 1) * per_page + 1
  const to = from === null ? null : from + rows.length - 1
  const links = {
    first: pageUrl(called, 1),
    last: pageUrl(called, last_page),
    prev: current_page > 1 ? pageUrl(called, Math.min(current_page - 1, last_page)) : null,
    next: nextUrl(called, current_page, last_page, after),
  }
  const link = Object.entries(links)
    .flatMap(([rel, url]) => (url === null ? [] : [`<${url}>; rel="${rel}"`]))
    .join(', ')
  const body = { data: rows, meta: { current_page, per_page, from, to, last_page, total, ...meta }, links }
  return { body, headers: { link } }
}

function isVersioned(record: unknown): record is { updated_at: string; id: number } {
  return typeof record === 'object' && record !== null && 'updated_at' in record && 'id' in record
}

/** The response envelope: {"data": …}, lists with meta and links, Created with Location, records with their ETag. */
export function toAnswer(called: CalledRoute, given: unknown): Answer {
  const { returns } = called.route
  const { result, how } = given instanceof Respond ? given : { result: given, how: {} as Respond<unknown>['how'] }
  const status = how.status ?? returns.status
  const headers: Record<string, string> = { ...how.headers }
  if (returns.kind === 'list') {
    const { body, headers: more } = listEnvelope(called, result as ListOf<unknown> & { meta?: object })
    return { status, headers: { ...headers, ...more }, body: JSON.stringify(body) }
  }
  if (returns.kind === 'deleted') {
    const { id, ...extra } = result as { id: number }
    const data = { object: returns.object, id, deleted: true, ...extra }
    return { status, headers, body: JSON.stringify({ data }) }
  }
  const body = JSON.stringify({ data: result })
  if (isVersioned(result)) headers['etag'] = etagOf(result, body)
  if (status === 201) {
    const location = how.location ?? (isVersioned(result) ? `${called.path}/${result.id}` : called.path)
    headers['location'] = `${called.base_url}${location}`
  }
  return {
    status,
    headers,
    body,
    ...(how.events && { events: how.events }),
    ...(how.file && { file: how.file }),
  }
}

import { HOUR_MS } from '@sitewatch/contract/durations'
import { registryOf } from '../websites/websites.ts'
import { insertSparse, type SparseEvent } from '../stats/context.ts'
import type { Answer, CallOptions, TestApp, TestUser } from '../../support/app.ts'
import { insertIncident } from '../../support/incidents.ts'

export interface Site {
  id: number
  tracking_id: string
  domain: string
  page: string
}

export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

export async function makeSite(
  app: TestApp,
  owner: TestUser,
  form: Record<string, string> = {},
  events: readonly SparseEvent[] = [],
): Promise<Site> {
  const { id, tracking_id, domain } = (await registryOf(app, owner).make(form)) as Omit<Site, 'page'>
  if (events.length > 0) await insertSparse(app.parts.clickhouse, id, events)
  return { id, tracking_id, domain, page: `/p/${tracking_id}` }
}

/** A monitor of that website, checked without a gap since its creation, with downtime in these spans. */
export async function addMonitor(
  app: TestApp,
  owner: TestUser,
  site: Site,
  {
    outages = [],
    age_ms = 400 * 24 * HOUR_MS,
  }: { outages?: [from: string, to: string | null][]; age_ms?: number } = {},
): Promise<number> {
  const json = { friendly_name: 'Secret back office', url: 'https://hidden.example.com/internal', website_id: site.id }
  const made = await app.call('POST', '/api/monitors', { key: owner.key, json })
  if (made.status !== 201) throw new Error(made.text)
  const { id } = made.body.data as { id: number }
  const { admin } = app.database
  const isDown = outages.some(([, to]) => to === null)
  await admin.query('update monitors set created_at = $2 where id = $1', [id, ago(age_ms)])
  await admin.query(
    `update monitor_state set status = $2, unobserved_since = null, next_due_at = extract(epoch from now()) * 1000 + 3600000
     where monitor_id = $1`,
    [id, isDown ? 'down' : 'up'],
  )
  for (const [from, to] of outages) await insertIncident(app, id, { from, to })
  return id
}

/** Sends the form like a browser, and returns the cookie, or '' if there was none. */
export async function enter(app: TestApp, site: Site, password: string, address?: string) {
  const answer = await app.call('POST', site.page, {
    form: { password },
    headers: { ...(address !== undefined && { 'x-forwarded-for': address }) },
  })
  return { ...answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

/** The raw body, because NDJSON is not one JSON value. */
export async function download(app: TestApp, path: string, { key, cookie }: CallOptions = {}): Promise<Answer> {
  const response = await fetch(app.base + path, {
    headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...(cookie !== undefined && { cookie }) },
  })
  const text = await response.text()
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem') ?? false
  return { status: response.status, headers: response.headers, text, body: isProblem ? JSON.parse(text) : undefined }
}

import { type Client, fillOnCall, type Ids } from './contents.ts'
import type { Service } from './service.ts'

const MONITORS = 1000
const WEBSITES = 500
const CONCURRENCY = 8
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsurkundenausstellungsbehörde'
const LONG_NAMES = [1, 2, 3, 4].map((n) => `${n} ${LONG}`.slice(0, 120))

async function makeMany<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  const next = { n: 0 }
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (next.n < count) {
        const n = next.n++
        made[n] = await make(n)
      }
    }),
  )
  return made
}

const writeLargeIncident = (client: Client, page_id: number, monitor_ids: readonly number[]) =>
  client.call<{ id: number; url: string }>('POST', `/api/status-pages/${page_id}/incidents`, {
    title: `${LONG} ${LONG}`.slice(0, 200),
    body: `${LONG} ${'unbroken'.repeat(100)}`,
    components: monitor_ids.map((monitor_id) => ({ monitor_id, state: 'partial_outage' })),
  })

/** Sets the states as checks would: most monitors are up, some have been down for an hour. */
async function markStates(service: Service, ids: readonly number[]): Promise<void> {
  await service.query(
    `update monitor_state set status = case when monitor_id % 40 = 0 then 'down' else 'up' end, unobserved_since = null,
       last_response_ms = 80 + monitor_id % 400, next_due_at = extract(epoch from now()) * 1000 + 86400000
     where monitor_id = any($1::bigint[]) and monitor_id % 7 <> 0`,
    [ids],
  )
  await service.query(
    `insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
     select team_id, monitor_id, 'connect', 'The connection was refused.', now() - interval '1 hour', now() - interval '1 hour'
     from monitor_state where monitor_id = any($1::bigint[]) and status = 'down' and location = ''`,
    [ids],
  )
}

/** Fills an account with 1,000 monitors, 500 websites and names of the maximum length. */
export async function fillLarge(service: Service, client: Client): Promise<Ids> {
  const label = LONG.toLowerCase().replaceAll('ä', 'ae').replaceAll('ü', 'ue').replaceAll('ö', 'oe').slice(0, 58)
  const websites = await makeMany(WEBSITES, (n) =>
    client.call<{ id: number; tracking_id: string }>('POST', '/api/v1/websites', {
      domain: n % 50 === 0 ? `${label}-${n}.${label}.example` : `website-${n}.example`,
      privacy: n === 0 ? 0 : 1,
    }),
  )
  const monitors = await makeMany(MONITORS, (n) =>
    client.call('POST', '/api/monitors', {
      friendly_name: n % 20 === 0 ? `${LONG} ${n}`.slice(0, 120) : `Monitor ${n} with a name of usual length`,
      url: `https://website-${n % WEBSITES}.example/${n % 20 === 0 ? 'a-very-long-path-without-any-break'.repeat(5) : ''}`,
      website_id: websites[n % WEBSITES]?.id,
      is_active: false,
    }),
  )
  const ids = monitors.map(({ id }) => id)
  await markStates(service, ids)
  const provider = await client.call('POST', '/api/providers', {
    provider_type: 'email',
    name: LONG.slice(0, 100),
    recipient_email: `${'long'.repeat(15)}@${label}.example`,
  })
  const page = await client.call<{ id: number; slug: string }>('POST', '/api/status-pages', {
    name: LONG,
    slug: 'large',
    description: `${LONG} ${LONG}`,
    monitors: ids.slice(0, 100).map((monitor_id) => ({ monitor_id })),
  })
  const objective = await client.call('POST', '/api/objectives', {
    name: LONG.slice(0, 100),
    monitor_id: ids[0],
    target: 99.9,
    window_days: 30,
  })
  const written = await writeLargeIncident(client, page.id, ids.slice(0, 100))
  const [incident] = await client.call<{ id: number }[]>('GET', '/api/incidents?pageSize=1')
  const tracking_id = websites[0]?.tracking_id ?? ''
  return {
    website: websites[0]?.id ?? 0,
    tracking_id,
    locked: tracking_id,
    monitor: ids[0] ?? 0,
    incident: incident?.id ?? 0,
    provider: provider.id,
    ...(await fillOnCall(client, provider.id, LONG_NAMES)),
    objective: objective.id,
    status_page: page.id,
    page_incident: written.id,
    incident_path: new URL(written.url).pathname,
    slug: page.slug,
  }
}

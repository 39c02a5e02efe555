import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { DAY_MS } from '@sitewatch/contract/durations'
import type { Mailbox } from './mailbox.ts'
import type { Service } from './service.ts'

export const EMAIL = 'alex@example.com'
export const PASSWORD = 'correct horse battery'

export interface Client {
  call<T = { id: number }>(method: string, path: string, json?: unknown): Promise<T>
  cookie: string
}

/** Signs in and returns a client of the API for the account. */
export async function signIn({ base }: Service, email: string): Promise<Client> {
  const send = async (method: string, path: string, json: unknown, headers: Record<string, string>) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const type = json === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(base + path, { method, headers: { ...type, origin: base, ...headers }, ...body })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const response = await send('POST', '/api/session', { email, password: PASSWORD }, {})
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return {
    cookie,
    async call<T>(method: string, path: string, json?: unknown): Promise<T> {
      return ((await (await send(method, path, json, { cookie })).json()) as { data: T }).data
    },
  }
}

/** IDs and paths with which screens and pages are opened. */
export interface Ids {
  website: number
  tracking_id: string
  locked: string
  monitor: number
  incident: number
  provider: number
  schedule: number
  policy: number
  objective: number
  status_page: number
  page_incident: number
  incident_path: string
  slug: string
}

interface ListedRecord {
  id: number
  domain: string
  tracking_id: string
  friendly_name: string
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

const createTarget = () => createServer((_request, response) => response.end('ok'))

/** Creates a monitor, stops its target and starts it again, so that real alerts arrive in the mailbox. */
async function triggerAlerts(client: Client, mailbox: Mailbox, ids: Ids): Promise<void> {
  const target = createTarget()
  const port = await listen(target)
  const monitor = await client.call('POST', '/api/monitors', {
    friendly_name: 'Payment service',
    url: `http://127.0.0.1:${port}/`,
    interval: 10,
    provider_ids: [ids.provider],
    // This tag breaks through the quiet hours of the provider, so that the alert also arrives at night.
    tags: ['production'],
  })
  const page = await client.call<{ monitors: unknown[] }>('GET', `/api/status-pages/${ids.status_page}`)
  const monitors = [...page.monitors, { monitor_id: monitor.id, label: 'Payments' }]
  await client.call('PATCH', `/api/status-pages/${ids.status_page}`, { monitors })
  for (let tries = 0; tries < 300; tries++) {
    const { status } = await client.call<{ status: string }>('GET', `/api/monitors/${monitor.id}`)
    if (status === 'up') break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  target.close()
  target.closeAllConnections()
  await mailbox.waitFor(EMAIL, /Payment service/, 240)
  await mailbox.waitFor('reader@example.com', /^Down/, 240)
  const restarted = createTarget()
  await listen(restarted, port)
  await mailbox.waitFor(
    EMAIL,
    /(up|resolved|recovered).*Payment service|Payment service.*(up|resolved|recovered)/i,
    240,
  )
  await mailbox.waitFor('reader@example.com', /^Resolved/, 240)
  restarted.close()
  restarted.closeAllConnections()
}

async function subscribe({ base }: Service, mailbox: Mailbox, slug: string): Promise<void> {
  const body = new URLSearchParams({ email: 'reader@example.com' })
  await fetch(`${base}/s/${slug}/subscribe`, { method: 'POST', body })
  const { text } = await mailbox.waitFor('reader@example.com', /Confirm/)
  await fetch(/https?:\S+\/subscriptions\/\S+/.exec(text)?.[0] ?? base, { method: 'POST' })
}

/** Triggers every kind of mail once. */
export async function triggerMails(
  service: Service,
  client: Client,
  { mailbox, ids }: { mailbox: Mailbox; ids: Ids },
): Promise<void> {
  await subscribe(service, mailbox, ids.slug)
  await client.call('POST', '/api/password-resets', { email: EMAIL })
  await client.call('POST', '/api/invitations', { email: 'sam@example.com' })
  await client.call('PUT', '/api/account/email', { email: 'alex.new@example.com', password: PASSWORD })
  await client.call('POST', `/api/v1/websites/${ids.website}/report/send`, { period: 'weekly' })
  await triggerAlerts(client, mailbox, ids)
}

/** Creates an on-call schedule with an override, and an escalation policy that alerts it. */
export async function fillOnCall(
  client: Client,
  provider: number,
  [name = '', first = '', second = '', third = '']: readonly string[],
): Promise<Pick<Ids, 'schedule' | 'policy'>> {
  const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
  const { id: schedule } = await client.call('POST', '/api/on-call-schedules', {
    name,
    timezone: 'Europe/Berlin',
    members: [first, second, third].map((member) => ({ name: member, provider_ids: [provider] })),
    layers: [
      { name: 'Weeks', members: [first, second], starts_on: inDays(-10).slice(0, 10) },
      {
        name: 'Weekdays',
        members: [third],
        starts_on: inDays(-10).slice(0, 10),
        handover_unit: 'day',
        hours: [{ weekdays: ['mon', 'wed', 'fri'], from: '10:00', to: '16:00' }],
      },
    ],
    overrides: [{ member: third, starts_at: inDays(3), ends_at: inDays(4) }],
  })
  const { id: policy } = await client.call('POST', '/api/escalation-policies', {
    name,
    steps: [
      { after_minutes: 5, on_call_schedule_ids: [schedule], repeats: 1, repeat_minutes: 5 },
      { after_minutes: 15, provider_ids: [provider] },
    ],
    repeats: 2,
    repeat_minutes: 30,
    is_default: true,
    tags: ['production'],
  })
  await client.call('POST', `/api/on-call-schedules/${schedule}/calendar`)
  return { schedule, policy }
}

async function writeIncident(client: Client, page_id: number, monitor_id: number) {
  const path = `/api/status-pages/${page_id}/incidents`
  const written = await client.call<{ id: number; url: string }>('POST', path, {
    title: 'Orders arrive late',
    body: 'Some orders take **up to ten minutes** to arrive. We are looking into it.',
    components: [{ monitor_id, state: 'degraded_performance' }],
  })
  await client.call('POST', `${path}/${written.id}/updates`, {
    status: 'identified',
    body: 'A queue of our payment provider is full:\n- new orders are safe\n- mails come later',
  })
  return written
}

/** Adds what the demo data lacks: a status page, public statistics and a maintenance window. */
export async function fillContents(client: Client): Promise<Ids> {
  const websites = await client.call<ListedRecord[]>('GET', '/api/v1/websites')
  const monitors = await client.call<ListedRecord[]>('GET', '/api/monitors?pageSize=50')
  const incidents = await client.call<ListedRecord[]>('GET', '/api/incidents?pageSize=1')
  const shop = websites.find(({ domain }) => domain === 'harbour-coffee.example')
  const other = websites.find((each) => each !== shop)
  if (!shop || !other) throw new Error('the demo has no websites')
  await client.call('PUT', `/api/v1/websites/${shop.id}`, { privacy: 0 })
  await client.call('PUT', `/api/v1/websites/${other.id}`, { privacy: 2, password: 'open sesame' })
  const provider = await client.call('POST', '/api/providers', {
    provider_type: 'email',
    name: 'Alex by e-mail',
    recipient_email: EMAIL,
    quiet_hours: {
      timezone: 'Europe/Berlin',
      ranges: [{ weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '22:00', to: '07:00' }],
      break_through: { escalations: true, tags: ['production'] },
    },
  })
  const page = await client.call<{ id: number; slug: string }>('POST', '/api/status-pages', {
    name: 'Harbour Coffee status',
    slug: 'harbour-coffee',
    description: 'The shop, its API and our guides.\nQuestions: support@harbour-coffee.example',
    monitors: monitors.map(({ id }) => ({ monitor_id: id })),
    website_ids: [shop.id],
  })
  await client.call('POST', '/api/maintenance-windows', {
    name: 'Database upgrade',
    monitor_ids: monitors.slice(0, 1).map(({ id }) => id),
    starts_at: new Date(Date.now() + 86_400_000).toISOString(),
    ends_at: new Date(Date.now() + 90_000_000).toISOString(),
  })
  const objective = await client.call('POST', '/api/objectives', {
    name: 'The shop is up',
    monitor_id: monitors.find(({ friendly_name }) => friendly_name === 'Shop')?.id,
    target: 99.9,
    window_days: 30,
  })
  const written = await writeIncident(client, page.id, monitors[0]?.id ?? 0)
  return {
    website: shop.id,
    tracking_id: shop.tracking_id,
    locked: other.tracking_id,
    monitor: monitors[0]?.id ?? 0,
    incident: incidents[0]?.id ?? 0,
    provider: provider.id,
    ...(await fillOnCall(client, provider.id, ['Operations', 'Alex', 'Mina', 'Jonas'])),
    objective: objective.id,
    status_page: page.id,
    page_incident: written.id,
    incident_path: new URL(written.url).pathname,
    slug: page.slug,
  }
}

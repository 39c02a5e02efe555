import type { Client } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { startApp, type TestUser } from '../support/app.ts'
import { insertIncident } from '../support/incidents.ts'
import { reportFigure } from '../support/report.ts'
import { sized } from '../support/size.ts'
import { connect } from './connect.ts'
import { followPlan, readPlan } from './follow-plan.ts'

const app = await startApp()

/** The cause, and the monitor that detected it. `{d}` is the domain. */
const CAUSES = [
  { kind: 'dns', message: 'The host name cannot be resolved.', name: 'Start page', url: 'https://{d}/' },
  { kind: 'connect', message: 'The connection was refused.', name: 'Shop', url: 'https://{d}/shop' },
  { kind: 'timeout', message: 'No response within 10 seconds.', name: 'Checkout', url: 'https://{d}/checkout' },
  { kind: 'tls', message: 'The certificate has expired.', name: 'Login', url: 'https://login.{d}/' },
  {
    kind: 'http_status',
    message: 'The server returned status 503.',
    name: 'API',
    url: 'https://api.{d}/',
    status: 503,
  },
  { kind: 'keyword', message: 'The keyword is missing.', name: 'Blog', url: 'https://{d}/blog', keyword: 'Welcome' },
  { kind: 'assertion', message: 'JSON value $.ok is false.', name: 'Health', url: 'https://{d}/health' },
  { kind: 'heartbeat_missed', message: 'No ping within the grace period.', name: 'Nightly job', type: 'heartbeat' },
  { kind: 'connect', message: 'The port is closed.', name: 'Mail', type: 'tcp', url: 'mail.{d}:25' },
  { kind: 'icmp', message: 'No reply to ping.', name: 'Gateway', type: 'ping', url: 'gw.{d}' },
] as const

const SITES = sized(3, 10)
/** Other incidents of the same monitors, which the question is not about. */
const OTHER_INCIDENTS = sized(2, 20)

interface Planted {
  id: number
  kind: string
  message: string
  question: { site: string; when?: string }
}

/** A seeded random number generator. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const random = createRandom(23)
let user: TestUser
let client: Client
const planted: Planted[] = []

async function makeMonitor(domain: string, website_id: number, cause: (typeof CAUSES)[number]): Promise<number> {
  const { name } = cause
  const of = {
    friendly_name: `${name} of ${domain}`,
    is_active: false,
    website_id,
    ...('url' in cause && { url: cause.url.replace('{d}', domain) }),
    ...('type' in cause ? { type: cause.type } : {}),
    ...('type' in cause && cause.type === 'heartbeat' && { period_seconds: 3600 }),
    ...('keyword' in cause && { keyword: cause.keyword }),
  }
  const { status, text, body } = await app.call('POST', '/api/monitors', { key: user.key, json: of })
  if (status !== 201) throw new Error(text)
  return body.data.id as number
}

/** The ways in which people name a monitor: its name, the domain, or the URL in their browser. */
function makeQuestion(
  site: number,
  index: number,
  names: { domain: string; friendly_name: string },
  at: number,
): Planted['question'] {
  const when = new Date(at).toISOString()
  const variant = (site + index) % 4
  if (variant === 0) return { site: names.friendly_name }
  if (variant === 1) return { site: names.friendly_name.toUpperCase(), when }
  if (variant === 2) return { site: `https://www.${names.domain}/some/page?x=1`, when }
  return { site: names.domain, when }
}

/** On day `index` of each site; the time of day differs, so that other sites are down at the same time. */
async function plant(
  site: number,
  index: number,
  { domain, website_id }: { domain: string; website_id: number },
): Promise<void> {
  const cause = CAUSES[index] ?? CAUSES[0]
  const monitor_id = await makeMonitor(domain, website_id, cause)
  const start = Date.now() - (index + 2) * 2 * DAY_MS + Math.floor(random() * 20) * HOUR_MS
  const length = Math.ceil(random() * 90) * MINUTE_MS
  const { kind, message } = cause
  const http_status = 'status' in cause ? cause.status : null
  const id = await insertIncident(app, monitor_id, {
    from: start,
    to: start + length,
    cause: { kind, message, http_status },
  })
  for (let other = 0; other < OTHER_INCIDENTS; other++) {
    const from = start - (30 + other * 3) * DAY_MS
    await insertIncident(app, monitor_id, { from, to: from + HOUR_MS })
  }
  // Within the outage, or a little before or after it, like an imprecise report.
  const at = start + (random() * 1.4 - 0.2) * length
  const friendly_name = `${cause.name} of ${domain}`
  planted.push({
    id,
    kind,
    message,
    question: makeQuestion(site, index, { domain, friendly_name }, at),
  })
}

beforeAll(async () => {
  user = await app.makeUser(['monitors:read', 'monitors:write', 'websites:read', 'websites:write'])
  for (let site = 0; site < SITES; site++) {
    const domain = `shop-${site}.example.com`
    const made = await app.call('POST', '/api/v1/websites', { key: user.key, json: { domain } })
    for (const index of CAUSES.keys()) await plant(site, index, { domain, website_id: made.body.data.id })
  }
  const { key } = await app.makeKey(user.id, ['monitors:read'])
  client = await connect(app, key)
})

describe('the prompt "why was it down"', () => {
  it('leads a program that only follows its plan to the right incident within three calls, in 95 % of cases', async () => {
    const missed: string[] = []
    let calls = 0
    for (const { id, kind, message, question } of planted) {
      const { steps } = await readPlan(client, 'why_was_it_down', question)
      const { chosen, answers } = await followPlan(client, steps)
      expect(answers.length).toBeLessThanOrEqual(3)
      calls += answers.length
      const incident = chosen.get('incident') as { id: number; cause: object; dashboard_url: string } | undefined
      if (incident?.id !== id) {
        missed.push(`${JSON.stringify(question)}: ${incident?.id} instead of ${id}`)
        continue
      }
      expect(incident.cause).toMatchObject({ kind, message })
      expect(incident.dashboard_url).toBe(`${app.parts.config.BASE_URL}/incidents/${id}`)
      expect(answers.every(({ isError }) => !isError)).toBe(true)
      expect(answers.at(-1)?.body).toMatchObject({ data: { object: 'monitor' } })
    }
    const found = planted.length - missed.length
    reportFigure(
      `why was it down: ${found} of ${planted.length} incidents found, ${calls} calls; missed: ${missed.join('; ')}`,
    )
    expect(planted).toHaveLength(SITES * 10)
    expect(new Set(planted.map(({ message }) => message)).size).toBe(10)
    expect(found / planted.length).toBeGreaterThanOrEqual(0.95)
  })

  it('finds an incident that is still open, and nothing for a monitor that was never down', async () => {
    const made = await app.call('POST', '/api/monitors', {
      key: user.key,
      json: { friendly_name: 'Press room', url: 'https://press.example.org/', is_active: false },
    })
    const none = await readPlan(client, 'why_was_it_down', { site: 'press.example.org' })
    const nothing = await followPlan(client, none.steps)
    expect([nothing.answers.length, nothing.chosen.size]).toEqual([1, 0])
    const id = await insertIncident(app, made.body.data.id, { from: Date.now() - HOUR_MS })
    const { chosen } = await followPlan(client, none.steps)
    expect(chosen.get('incident')).toMatchObject({ id, status: 'open' })
  })

  it('asks for a time in a readable format', async () => {
    await expect(readPlan(client, 'why_was_it_down', { site: 'a', when: 'yesterday' })).rejects.toThrow(/when must be/)
    await expect(readPlan(client, 'why_was_it_down', {})).rejects.toThrow(/site is required/)
  })
})

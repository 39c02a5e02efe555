import type { Answer } from '../../support/app.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- records of every kind
type Json = any

/** A seeded random number generator (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T
  const chance = (share: number): boolean => next() < share
  const some = <T>(values: readonly T[], share = 0.5): T[] => values.filter(() => chance(share))
  const times = <T>(most: number, make: (index: number) => T): T[] =>
    Array.from({ length: below(most + 1) }, (_, i) => make(i))
  return { below, pick, chance, some, times }
}
type Random = ReturnType<typeof createRandom>

export const SECRETS: Readonly<Record<string, string>> = {
  webhook_url: 'https://hooks.example.com/services/T0001/secret-hook',
  signing_secret: `whsec_${'c2VjcmV0'.repeat(4)}`,
  token: '123456:secret-token-of-a-bot',
  ntfy_token: 'tk_secret_topic_token',
  routing_key: 'secretrouting'.padEnd(32, 'x'),
  user_key: 'secretuser'.padEnd(30, 'x'),
  api_token: 'secretapitoken'.padEnd(30, 'x'),
  access_token: 'secret-access-token',
  api_key: '01234567-89ab-cdef-0123-456789abcdef',
  password: 'secret-page-password',
  auth_password: 'secret-basic-password',
  auth_token: 'secret-bearer-token',
  header: 'secret-header-value',
}

const TAGS = ['production', 'shop', 'api', 'ünïcode', 'a b']
/** Names that need quoting or escaping in a file, and names that do not. */
const NAMES = [
  'Shop',
  'API: v2',
  '"quoted"',
  '${HOME}',
  '# not a comment',
  'yes',
  '1.0',
  'Größe ß',
  "it's",
  '- dash',
  '{a: b}',
  'x\\y',
]
const RANGES = [{ weekdays: ['mon', 'sun'], from: '22:00', to: '07:00' }]

function makeProviders(random: Random) {
  const { webhook_url, signing_secret, token, ntfy_token, routing_key, user_key, api_token, access_token, api_key } =
    SECRETS
  const kinds = [
    { provider_type: 'email', recipient_email: 'alert@example.com' },
    { provider_type: 'sms', phone_number: '+15551234567' },
    { provider_type: 'slack', webhook_url, channel: '#ops', username: 'Sitewatch' },
    { provider_type: 'slack', webhook_url },
    { provider_type: 'webhook', webhook_url, signing_secret },
    { provider_type: 'telegram', chat_id: -100_200, token },
    { provider_type: 'ntfy', topic: 'alerts', server_url: 'https://ntfy.example.com', ntfy_token },
    { provider_type: 'ntfy', topic: 'alerts' },
    { provider_type: 'pagerduty', routing_key },
    { provider_type: 'pushover', user_key, api_token },
    {
      provider_type: 'matrix',
      homeserver_url: 'https://matrix.example.com',
      room_id: '!abc:example.com',
      access_token,
    },
    { provider_type: 'opsgenie', api_key },
    { provider_type: 'apprise', webhook_url, tag: 'ops' },
    { provider_type: 'discord', webhook_url },
  ]
  return random.times(4, (index) => ({
    ...random.pick(kinds),
    // Two without a name could get the same default name.
    ...((index > 0 || random.chance(0.5)) && { name: `${random.pick(NAMES)} ${index}` }),
    ...(random.chance(0.3) && { is_default: true }),
    ...(random.chance(0.3) && {
      quiet_hours: {
        timezone: 'Europe/Berlin',
        ranges: RANGES,
        break_through: { escalations: random.chance(0.5), tags: ['api'] },
      },
    }),
  }))
}

function makeWebsites(random: Random, suffix: string) {
  return random.times(3, (index) => ({
    domain: `w${index}-${suffix}.example.com`,
    ...random.pick([{}, { privacy: 1 }, { privacy: 2, password: SECRETS['password'] }, { indexable: true }]),
    ...(random.chance(0.5) && { timezone: 'Europe/Berlin', retention_days: 30 + random.below(100) }),
    ...(random.chance(0.5) && { exclude_ips: '203.0.113.7\n2001:db8::/32', exclude_params: 'utm_source\nref' }),
    ...(random.chance(0.5) && { exclude_bots: 0, honor_dnt: true }),
    tags: random.some(TAGS, 0.3),
  }))
}

function makeMonitor(random: Random, index: number) {
  const headers = { Authorization: SECRETS['header'], env: 'secret-$${NOT_A_REFERENCE}' }
  const { auth_password, auth_token } = SECRETS
  const kinds = [
    { url: 'https://shop.example.com/health?a=${b}' },
    { url: 'https://shop.example.com', method: 'POST', request_body: '{"a": "${b}"}\n', request_headers: headers },
    { url: 'https://shop.example.com/', auth_method: 'basic', auth_username: 'kim', auth_password },
    { url: 'https://shop.example.com/', auth_method: 'bearer', auth_token, follow_redirects: false },
    { url: 'https://shop.example.com/', expected_status: [200, '201-299'], keyword: 'ok: yes', keyword_mode: 'absent' },
    {
      url: 'https://shop.example.com/api',
      assertions: [
        { source: 'json', path: '$.status', operator: 'equals', value: 'ok' },
        { source: 'response_time', operator: 'less_than', value: 500, name: 'fast' },
      ],
    },
    { type: 'ping', url: 'shop.example.com' },
    { type: 'tcp', url: 'mail.example.com:25', starttls: 'smtp', send: 'EHLO a\\r\\n', expect: '250' },
    { type: 'dns', url: 'example.com', record_type: 'MX', expected_values: ['10 mail.example.com'] },
    { type: 'tls', url: 'example.com:443', min_tls_version: '1.3' },
    { type: 'heartbeat', cron: '30 2 * * *', timezone: 'Europe/Berlin', grace_seconds: 600 },
    { type: 'heartbeat', period_seconds: 3600 },
  ]
  const kind = random.pick(kinds)
  return {
    friendly_name: `${random.pick(NAMES)} ${index}`,
    ...kind,
    ...(kind.type !== 'heartbeat' && random.chance(0.5) && { interval: 300 }),
    ...(random.chance(0.3) && { is_active: false }),
    ...(random.chance(0.3) && { slow_ms: 1000, timeout_seconds: 20 }),
    tags: random.some(TAGS, 0.3),
  }
}

interface Made {
  websites: number[]
  providers: number[]
  schedules: number[]
  policies: number[]
  monitors: number[]
  pages: number[]
}

export interface TeamCaller {
  user_id: number
  call(method: string, path: string, json?: unknown): Promise<Answer>
}

export async function make({ call }: TeamCaller, path: string, json: unknown): Promise<number> {
  const { status, body, text } = await call('POST', path, json)
  if (status !== 201 && status !== 200)
    throw new Error(`POST ${path} ${JSON.stringify(json)} answered ${status}: ${text}`)
  return body.data.id as number
}

async function makeAll(caller: TeamCaller, path: string, all: readonly unknown[]): Promise<number[]> {
  const ids: number[] = []
  for (const json of all) ids.push(await make(caller, path, json))
  return ids
}

const makeSchedule = (random: Random, { user_id }: TeamCaller, { providers }: Made, index: number) => ({
  name: `Schedule ${index}`,
  timezone: random.pick(['UTC', 'America/New_York']),
  members: [
    { name: 'Sam', user_id: random.chance(0.5) ? user_id : null, provider_ids: random.some(providers) },
    { name: 'Kim', provider_ids: random.some(providers) },
  ],
  layers: random.times(2, () => ({
    members: ['Kim', 'Sam'],
    starts_on: '2026-11-16',
    handover_unit: random.pick(['day', 'week']),
    ...(random.chance(0.5) && { hours: RANGES, name: 'Nights' }),
  })),
})

function makePolicy(random: Random, { providers, schedules }: Made, index: number) {
  const step = (after_minutes: number) => ({
    after_minutes,
    provider_ids: [...new Set([random.pick(providers), ...random.some(providers)])],
    on_call_schedule_ids: random.some(schedules),
    repeats: random.below(3),
  })
  return {
    name: `Policy ${index}`,
    steps: [step(0), ...(random.chance(0.5) ? [step(15)] : [])],
    repeats: random.below(2),
    is_default: random.chance(0.3),
    tags: index === 0 ? random.some(TAGS.slice(0, 2)) : random.some(TAGS.slice(2)),
  }
}

async function changeAssignments(random: Random, caller: TeamCaller, { monitors, providers }: Made): Promise<void> {
  for (const monitor of monitors) {
    for (const provider_id of random.some(providers, 0.3)) {
      await make(caller, `/api/monitors/${monitor}/notifications`, { provider_id, enabled: random.chance(0.5) })
      if (random.chance(0.3)) await caller.call('DELETE', `/api/monitors/${monitor}/notifications`, { provider_id })
    }
  }
}

async function makeRules(random: Random, caller: TeamCaller, { providers, websites }: Made): Promise<void> {
  if (providers.length === 0) return
  const applies = [
    { applies_to: 'all' },
    { applies_to: 'tag', tag: random.pick(TAGS) },
    ...(websites.length > 0 ? [{ applies_to: 'website', website_id: random.pick(websites) }] : []),
  ]
  for (const [index, rule] of random.some(applies).entries()) {
    const name = random.chance(0.5) ? `Rule ${index}` : null
    await make(caller, '/api/assignment-rules', { ...rule, name, provider_ids: [random.pick(providers)] })
  }
}

async function makeLast(random: Random, caller: TeamCaller, made: Made, suffix: string): Promise<void> {
  const { monitors, websites } = made
  const label = () => (random.chance(0.5) ? 'Our: label' : null)
  made.pages = await makeAll(
    caller,
    '/api/status-pages',
    random.times(2, (index) => ({
      name: `Page ${index}`,
      ...(random.chance(0.5) && { slug: `page-${index}-${suffix}` }),
      ...random.pick([{}, { visibility: 'team' }, { visibility: 'password', password: SECRETS['password'] }]),
      ...(random.chance(0.5) && { description: 'Line 1\nLine 2', accent_color: '#1f4fd8', show_response_times: false }),
      monitors: random.some(monitors).map((monitor_id) => ({ monitor_id, label: label(), group: label() })),
      websites: random.some(websites).map((website_id) => ({ website_id, label: label() })),
    })),
  )
  const when = { starts_at: '2026-11-22T02:00:00Z', ends_at: '2026-11-22T03:30:00Z', timezone: 'Europe/Berlin' }
  await makeAll(
    caller,
    '/api/maintenance-windows',
    random.times(2, (index) => {
      const chosen = random.some(monitors)
      const what = chosen.length > 0 ? { monitor_ids: chosen } : { all_monitors: true }
      return { name: `Window ${index}`, ...when, repeat: random.pick(['none', 'daily', 'weekly']), ...what }
    }),
  )
  const scopes = [
    { tag: 'shop' },
    ...(monitors.length > 0 ? [{ monitor_id: random.pick(monitors) }] : []),
    ...(made.pages.length > 0 ? [{ status_page_id: random.pick(made.pages) }] : []),
  ]
  await makeAll(
    caller,
    '/api/uptime-reports',
    random.times(2, (index) => ({
      name: `Report ${index}`,
      ...random.pick(scopes),
      ...(random.chance(0.5) && { target: 99.95, timezone: 'Europe/Berlin', language: 'de' }),
      ...(random.chance(0.3) && { recipient_ids: [] }),
    })),
  )
}

/** A team with records of every kind, created by single requests. */
export async function makeRandomTeam(caller: TeamCaller, seed: number): Promise<void> {
  const random = createRandom(seed)
  const suffix = seed.toString(36)
  const made: Made = { websites: [], providers: [], schedules: [], policies: [], monitors: [], pages: [] }
  made.websites = await makeAll(caller, '/api/v1/websites', makeWebsites(random, suffix))
  for (const website of made.websites) {
    const goals = random.times(2, (index) => ({
      name: `Goal ${index}`,
      kind: random.pick(['page', 'event']),
      value: '/a*',
    }))
    await makeAll(caller, `/api/v1/websites/${website}/goals`, goals)
  }
  made.providers = await makeAll(caller, '/api/providers', makeProviders(random))
  const schedules = random.times(2, (index) => makeSchedule(random, caller, made, index))
  made.schedules = await makeAll(caller, '/api/on-call-schedules', schedules)
  const policies = made.providers.length > 0 ? random.times(2, (index) => makePolicy(random, made, index)) : []
  made.policies = await makeAll(caller, '/api/escalation-policies', policies)
  for (const index of Array.from({ length: random.below(7) }, (_, each) => each)) {
    const json = {
      ...makeMonitor(random, index),
      website_id: random.chance(0.4) ? (random.pick([null, ...made.websites]) ?? null) : null,
      escalation_policy_id: random.chance(0.4) ? (random.pick([null, ...made.policies]) ?? null) : null,
      depends_on: random.some(made.monitors, 0.3),
      ...(random.chance(0.5) && { provider_ids: random.some(made.providers) }),
    }
    made.monitors.push(await make(caller, '/api/monitors', json))
  }
  await makeRules(random, caller, made)
  await changeAssignments(random, caller, made)
  await makeLast(random, caller, made, suffix)
}

/** The file with secrets in place of references, as swctl sends it when all variables are set. */
export function fillSecrets(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((each) => fillSecrets(each))
  if (typeof value !== 'object' || value === null) return value
  if (typeof value.$env === 'string' && Object.keys(value).length === 1)
    return name === 'env' ? 'secret-$${NOT_A_REFERENCE}' : (SECRETS[name] ?? SECRETS['header'])
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, fillSecrets(inner, field)]))
}

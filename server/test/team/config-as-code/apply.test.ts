import { Ajv2020 } from 'ajv/dist/2020.js'
import { SCOPES } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { addMember, makeTeamKey } from '../../support/teams.ts'
import { callAs, type ConfigTeam, makeConfigTeam } from './config.ts'
import { make } from './random-team.ts'

const app = await startApp()
const { admin } = app.database

const SLACK = { name: 'Ops', provider_type: 'slack', webhook_url: 'https://hooks.example.com/services/first-secret' }
const SHOP = { friendly_name: 'Shop', url: 'https://shop.example.com/', providers: ['Ops'] }
const BASE = { version: 1, providers: [SLACK], monitors: [SHOP] }

async function makeBase(): Promise<ConfigTeam> {
  const team = await makeConfigTeam(app)
  const { status, text } = await team.apply(BASE)
  if (status !== 200) throw new Error(text)
  return team
}

const listMonitors = async (team: ConfigTeam) => (await team.call('GET', '/api/monitors?pageSize=100')).body.data

describe('POST /api/config/apply', () => {
  it('creates what is missing and changes what differs, and then plans nothing', async () => {
    const team = await makeBase()
    const [before] = await listMonitors(team)
    const file = {
      ...BASE,
      monitors: [
        { ...SHOP, interval: 120 },
        { ...SHOP, friendly_name: 'API', depends_on: ['Shop'] },
      ],
    }
    expect(await team.plan(file)).toEqual([
      'update monitor Shop interval: 60 -> 120',
      'create monitor API type: null -> "http", url: null -> "https://shop.example.com/", depends_on: null -> ["Shop"], providers: null -> ["Ops"]',
    ])
    expect((await listMonitors(team)).map(({ updated_at }: { updated_at: string }) => updated_at)).toEqual([
      before.updated_at,
    ])
    const { status, body } = await team.apply(file)
    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: { object: 'config_plan', is_applied: true, create_count: 1, update_count: 1, delete_count: 0 },
    })
    const [api, shop] = await listMonitors(team)
    expect(api).toMatchObject({ friendly_name: 'API', depends_on: [shop.id], provider_ids: shop.provider_ids })
    expect(shop).toMatchObject({ id: before.id, interval: 120 })
    expect(await team.plan(file)).toEqual([])
  })

  it('changes nothing when the same values are written differently', async () => {
    const team = await makeConfigTeam(app)
    const file = {
      version: 1,
      websites: [{ domain: 'https://www.Example.com/path', timezone: 'europe/berlin', tags: ['B', 'a'] }],
      monitors: [
        { friendly_name: 'Shop', url: 'https://SHOP.example.com', website: 'EXAMPLE.com', expected_status: [200] },
      ],
    }
    expect((await team.apply(file)).status).toBe(200)
    expect(await team.plan(file, '&prune=true')).toEqual([])
    expect((await team.read()).websites).toEqual([
      { domain: 'example.com', timezone: 'Europe/Berlin', tags: ['a', 'b'] },
    ])
  })

  it('keeps a secret that is omitted or only referenced, and detects one that differs', async () => {
    const team = await makeBase()
    const withSecret = (webhook_url: unknown) => ({ version: 1, providers: [{ ...SLACK, webhook_url }] })
    expect(await team.plan(withSecret(undefined))).toEqual([])
    expect(await team.plan(withSecret({ $env: 'HOOK' }))).toEqual([])
    expect(await team.plan(withSecret(SLACK.webhook_url))).toEqual([])
    // The new value has the same mask.
    expect(await team.plan(withSecret('https://hooks.example.com/services/other-secret'))).toEqual([
      'update provider Ops webhook_url: "…" -> "…"',
    ])
    const fresh = await makeConfigTeam(app)
    const refused = await fresh.apply(withSecret({ $env: 'HOOK' }))
    expectProblem(refused, 'validation_failed')
    expect(refused.body.detail).toContain('Set the environment variable HOOK')
  })

  it('keeps request headers by name, and changes a single one', async () => {
    const team = await makeConfigTeam(app)
    const withHeaders = (request_headers: object) => ({
      version: 1,
      monitors: [{ friendly_name: 'A', url: 'https://a.example.com/', request_headers }],
    })
    expect((await team.apply(withHeaders({ A: 'first-secret-value', B: 'second-secret-value' }))).status).toBe(200)
    expect(await team.plan(withHeaders({ A: { $env: 'X' }, B: { $env: 'Y' } }))).toEqual([])
    expect(await team.plan(withHeaders({ A: { $env: 'X' }, B: 'second-secret-value' }))).toEqual([])
    expect(await team.plan(withHeaders({ A: { $env: 'X' }, B: 'third-secret-other' }))).toEqual([
      'update monitor A request_headers: "…" -> "…"',
    ])
    expect(await team.plan(withHeaders({ A: { $env: 'X' } }))).toEqual([
      'update monitor A request_headers: {"A":"…","B":"…"} -> {"A":"…"}',
    ])
    // A header may be named `env`: references use `$env`.
    expect(await team.plan(withHeaders({ env: 'production' }))).toEqual([
      'update monitor A request_headers: {"A":"…","B":"…"} -> {"env":"…"}',
    ])
    expectProblem(await team.apply(withHeaders({ C: { $env: 'Z' } })), 'validation_failed')
  })

  it('deletes only with prune, only in the sections that the file has, and lists the deletions', async () => {
    const team = await makeBase()
    const file = { version: 1, monitors: [] }
    expect(await team.plan(file)).toEqual([])
    expect(await team.plan(file, '&prune=true')).toEqual(['delete monitor Shop'])
    expect((await team.apply(file)).body.data.changes).toEqual([])
    expect((await team.apply(file, '?prune=true')).body.data.delete_count).toBe(1)
    const { monitors, providers } = await team.read()
    expect([monitors.length, providers.length]).toEqual([0, 1])
  })

  it('refuses a reference to a record that it would prune', async () => {
    const team = await makeBase()
    const refused = await team.apply({ version: 1, providers: [], monitors: [SHOP] }, '?prune=true')
    expectProblem(refused, 'validation_failed')
    expect(refused.body.errors[0]).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('monitor "Shop"'),
    })
  })

  it('moves values that only one record can have: tags of policies, slugs, dependencies', async () => {
    const team = await makeConfigTeam(app)
    const slug = `moved-${team.team_id}`
    const step = { after_minutes: 0, providers: ['Ops'] }
    const policy = (name: string, tags: string[]) => ({ name, tags, steps: [step] })
    const monitor = (friendly_name: string, depends_on: string[]) => ({
      friendly_name,
      url: 'https://a.example.com/',
      depends_on,
    })
    const before = {
      ...BASE,
      escalation_policies: [policy('A', ['x']), policy('B', ['y'])],
      monitors: [monitor('One', []), monitor('Two', ['One'])],
      status_pages: [{ name: 'Old', slug }],
    }
    const after = {
      ...BASE,
      escalation_policies: [policy('A', ['y']), policy('B', ['x'])],
      monitors: [monitor('One', ['Two']), monitor('Two', [])],
      status_pages: [{ name: 'New', slug }],
    }
    expect((await team.apply(before)).status).toBe(200)
    const { status, text } = await team.apply(after, '?prune=true')
    expect({ status, text }).toMatchObject({ status: 200 })
    expect(await team.plan(after, '&prune=true')).toEqual([])
    expect(await team.plan(before, '&prune=true')).toHaveLength(6)
  })

  it('unassigns a provider that the file no longer names', async () => {
    const team = await makeBase()
    const rule = { name: 'Everything', applies_to: 'all', providers: ['Ops'] }
    const file = { ...BASE, assignment_rules: [rule], monitors: [{ ...SHOP, providers: [] }] }
    expect(await team.plan(file)).toEqual([
      'update monitor Shop providers: ["Ops"] -> [], unassigned_providers: [] -> ["Ops"]',
      'create assignment_rule Everything applies_to: null -> "all", providers: null -> ["Ops"]',
    ])
    expect((await team.apply(file)).status).toBe(200)
    expect(await team.plan(file)).toEqual([])
    expect((await listMonitors(team))[0].provider_ids).toEqual([])
  })
})

describe('a failed or dry apply', () => {
  it('with a record that fails in the middle changes nothing', async () => {
    const team = await makeBase()
    const other = await makeConfigTeam(app)
    const slug = `taken-${other.team_id}`
    await make(other, '/api/status-pages', { name: 'Theirs', slug })
    const before = await team.read()
    const entries = async () => (await team.call('GET', '/api/audit-log')).body.meta.total as number
    const logged = await entries()
    const refused = await team.apply({
      ...BASE,
      websites: [{ domain: 'new.example.com' }],
      monitors: [
        { ...SHOP, interval: 300 },
        { ...SHOP, friendly_name: 'New' },
      ],
      status_pages: [{ name: 'Mine', slug }],
    })
    expectProblem(refused, 'already_exists')
    expect(refused.body.detail).toBe(
      'Nothing was changed. status page "Mine": A status page with this slug already exists.',
    )
    expect(await team.read()).toEqual(before)
    expect(await entries()).toBe(logged)
  })

  it('leaves no trace, not even in the audit log, when it is a dry run', async () => {
    const team = await makeBase()
    const before = await team.call('GET', '/api/audit-log')
    expect(await team.plan({ version: 1, monitors: [{ ...SHOP, friendly_name: 'New' }] })).toHaveLength(1)
    expect((await team.call('GET', '/api/audit-log')).body.data).toEqual(before.body.data)
  })
})

describe('two concurrent applies', () => {
  it('let the first succeed and refuse the second, without changes', async () => {
    const team = await makeBase()
    const fileOf = (channel: string) => ({ version: 1, providers: [{ ...SLACK, channel }] })
    // The first apply waits for a row that another transaction has locked.
    await admin.query('begin')
    await admin.query('select 1 from providers where team_id = $1 for update', [team.team_id])
    const first = team.apply(fileOf('#first'))
    const waiting = async () =>
      (
        await admin.query(
          `select 1 from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended('config', $1)`,
          [team.team_id],
        )
      ).rowCount
    await expect.poll(waiting).toBe(1)
    const second = await team.apply(fileOf('#second'))
    await admin.query('commit')
    expectProblem(second, 'not_possible')
    expect(second.body.detail).toContain('Another configuration is being applied')
    expect((await first).status).toBe(200)
    expect((await team.read()).providers[0].channel).toBe('#first')
    expect((await team.apply(fileOf('#second'))).status).toBe(200)
  })

  it('refuse a plan that is out of date because of another change', async () => {
    const team = await makeBase()
    const file = { version: 1, monitors: [{ ...SHOP, interval: 120 }] }
    const { plan_id } = (await team.apply(file, '?dry_run=true')).body.data
    expect((await team.apply({ version: 1, monitors: [{ ...SHOP, interval: 90 }] })).status).toBe(200)
    const late = await team.apply(file, `?plan_id=${plan_id}`)
    expectProblem(late, 'not_possible')
    expect((await team.read()).monitors[0].interval).toBe(90)
    const again = (await team.apply(file, '?dry_run=true')).body.data.plan_id
    expect((await team.apply(file, `?plan_id=${again}`)).status).toBe(200)
  })
})

describe('names in a configuration file', () => {
  it('must be unique among the records of the team; the error lists the ids', async () => {
    const team = await makeBase()
    const id = await make(team, '/api/monitors', { friendly_name: 'Shop', url: 'https://b.example.com/' })
    for (const answer of [await team.call('GET', '/api/config/export'), await team.apply(BASE)]) {
      expectProblem(answer, 'not_possible')
      expect(answer.body.detail).toMatch(new RegExp(`2 monitors are named "Shop" \\(IDs \\d+, ${id}\\)`))
    }
  })

  it('must be unique in the file, and must exist when they are referenced', async () => {
    const team = await makeConfigTeam(app)
    expect((await team.apply({ version: 1, monitors: [SHOP, SHOP] })).body.detail).toBe(
      'The file has the monitor "Shop" twice.',
    )
    const unknown = await team.apply({ version: 1, monitors: [SHOP] })
    expectProblem(unknown, 'validation_failed')
    expect(unknown.body.errors).toEqual([
      {
        field: 'monitors.0.providers',
        code: 'not_found',
        message: 'monitor "Shop": providers: there is no provider "Ops". Add it to the file, or correct the name.',
      },
    ])
  })

  it('do not allow a provider to change its type', async () => {
    const team = await makeBase()
    const file = { version: 1, providers: [{ name: 'Ops', provider_type: 'email', recipient_email: 'a@example.com' }] }
    expectProblem(await team.apply(file), 'validation_failed')
  })
})

describe('permission to export and apply', () => {
  it.each([
    ['owner', 200, 200],
    ['admin', 200, 200],
    ['editor', 200, 403],
    ['viewer', 200, 403],
    ['guest', 403, 403],
  ] as const)('of the role %s', async (role, exported, applied) => {
    const team = await makeBase()
    const { id: user_id, key } = await addMember(app, team.team_id, role)
    const member = callAs(app, { user_id, team_id: team.team_id, key })
    expect((await member.call('GET', '/api/config/export')).status).toBe(exported)
    expect((await member.apply(BASE, '?dry_run=true')).status).toBe(applied)
    expect((await member.apply(BASE)).status).toBe(applied)
  })

  it.each(['monitors:write', 'providers:write', 'websites:write', 'monitors:read', 'team:read'] as const)(
    'is refused to a key without %s',
    async (missing) => {
      const team = await makeBase()
      const scopes = SCOPES.filter((scope) => scope !== missing)
      const { key } = await makeTeamKey(app, team, scopes)
      const refused = await callAs(app, { ...team, key }).apply(BASE)
      expectProblem(refused, 'insufficient_scope')
      expect(refused.body.required_scope).toBe(missing)
    },
  )

  it('is recorded: every change is in the audit log, under the key that applied it', async () => {
    const team = await makeBase()
    const { body } = await team.call('GET', '/api/audit-log')
    const actions = body.data.map(({ action }: { action: string }) => action)
    expect(actions.toSorted()).toEqual(['monitor.created', 'provider.created', 'team.configured'])
    expect(new Set(body.data.map(({ actor_type }: { actor_type: string }) => actor_type))).toEqual(new Set(['api_key']))
  })

  it('does not exceed the quota of monitors', async () => {
    const limited = await startApp({ SITEWATCH_MAX_MONITORS_PER_TEAM: '1' })
    const team = await makeConfigTeam(limited)
    expectProblem(await team.apply({ ...BASE, monitors: [SHOP, { ...SHOP, friendly_name: 'B' }] }), 'limit_reached')
    expect((await team.apply(BASE)).status).toBe(200)
  })
})

describe('GET /config.schema.json', () => {
  it('describes what the API accepts, and allows references in place of values', async () => {
    const { status, text } = await app.call('GET', '/config.schema.json')
    expect(status).toBe(200)
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(text))
    const team = await makeBase()
    const withText = (webhook_url: string) => ({ ...BASE, providers: [{ ...SLACK, webhook_url }] })
    expect([validate(await team.read()), validate(BASE), validate(withText('${HOOK}'))]).toEqual([true, true, true])
    expect(
      validate({ version: 1, providers: [{ name: 'A', provider_type: 'email', recipient_email: '${MAIL}' }] }),
    ).toBe(true)
    expect(
      validate({ version: 1, providers: [{ name: 'A', provider_type: 'email', recipient_email: 'nobody' }] }),
    ).toBe(false)
    expect(validate({ version: 1, monitors: [{ ...SHOP, intervall: 60 }] })).toBe(false)
    expect(validate({ version: 2 })).toBe(false)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { MAX_ANSWER_CHARS } from '../../src/mcp/bounded.ts'
import { startApp, type TestUser } from '../support/app.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { callTool, connect, ERAS, listNames } from './connect.ts'
import { followPlan, readPlan } from './follow-plan.ts'

const app = await startApp()
const { admin } = app.database
let user: TestUser

beforeAll(async () => {
  user = await app.makeUser()
})

const PING = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const post = (options: Parameters<typeof app.call>[2]) => app.call('POST', '/mcp', { json: PING, ...options })

describe.each(ERAS)('the official client (%s)', (era) => {
  it('connects, lists tools and prompts, and calls a tool', async () => {
    const client = await connect(app, user.key, { era })
    expect(client.getServerVersion()).toMatchObject({ name: 'sitewatch' })
    expect(client.getInstructions()).toContain('incidents_list')
    expect(await listNames(client)).toContain('monitors_list')
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['why_was_it_down', 'what_changed_this_week', 'set_up_monitoring'])
    const made = await callTool(client, 'monitors_create', {
      friendly_name: `Shop ${era}`,
      url: 'https://shop.example.com/',
      is_active: false,
    })
    expect(made.isError, made.text).toBe(false)
    const { id } = made.body.data as { id: number }
    const url = `${app.parts.config.BASE_URL}/monitors/${id}`
    expect(made.body.dashboard_url).toBe(url)
    expect(made.text).toBe(`monitor ${id}, Shop ${era}: paused – ${url}`)
    expect((await app.call('GET', `/api/monitors/${id}`, { key: user.key })).body.data.friendly_name).toBe(
      `Shop ${era}`,
    )
  })

  it('gets a problem as the error of the tool, and a protocol error for a tool that does not exist', async () => {
    const client = await connect(app, user.key, { era })
    const missing = await callTool(client, 'monitors_show', { id: 999_999_999 })
    expect([missing.isError, missing.body.code, missing.text]).toEqual([
      true,
      'not_found',
      'Not found (not_found): Record not found.',
    ])
    const wrong = await callTool(client, 'monitors_create', {
      friendly_name: '',
      url: 'https://a.example/',
      colour: 'red',
    })
    expect([wrong.isError, wrong.body.code, wrong.body.errors[0].field]).toEqual([true, 'validation_failed', 'colour'])
    const invalid = await callTool(client, 'monitors_create', { friendly_name: '', url: 'https://a.example/' })
    expect(invalid.body.errors[0].field).toBe('friendly_name')
    expect((await callTool(client, 'monitors_show')).body.errors[0]).toMatchObject({ field: 'id', code: 'required' })
    await expect(callTool(client, 'monitors_explode')).rejects.toThrow(/There is no tool/)
  })

  it('works against two processes in turn, as behind a load balancer: there is no session', async () => {
    const other = await startApp({}, { database: app.database })
    let turn = 0
    const client = await connect({ base: app.base }, user.key, { era })
    const bases = [app.base, other.base]
    for (const base of [...bases, ...bases]) {
      turn++
      const again = await connect({ base }, user.key, { era })
      expect((await callTool(again, 'monitors_list', { pageSize: turn })).isError).toBe(false)
    }
    expect((await callTool(client, 'tags_list')).isError).toBe(false)
    const answer = await fetch(`${other.base}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(PING),
    })
    expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null])
    await other.stop()
  })
})

describe('POST /mcp', () => {
  it('is refused without a key, with a wrong one and with a cookie instead of one', async () => {
    const cookie = await app.makeSession(user.id)
    for (const options of [{}, { key: 'sw_wrong' }, { cookie }]) {
      const answer = await post(options)
      expectProblem(answer, 'unauthenticated')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    await expect(connect(app, undefined)).rejects.toThrow()
    const both = await post({ key: 'sw_wrong', cookie })
    expectProblem(both, 'unauthenticated')
  })

  it('is refused as soon as the key is revoked, even if the key is cached', async () => {
    const { key, key_id } = await app.makeKey(user.id, ['monitors:read'])
    const client = await connect(app, key)
    expect((await callTool(client, 'monitors_list')).isError).toBe(false)
    await app.call('DELETE', `/api/keys/${key_id}`, { key: user.key })
    expect((await callTool(client, 'monitors_list').catch(() => ({ isError: true }))).isError).toBe(true)
    expectProblem(await post({ key }), 'unauthenticated')
  })

  it('is refused to pages of other origins, and shows them nothing', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:6274']) {
      const answer = await post({ key: user.key, headers: { origin } })
      expectProblem(answer, 'cross_site_request')
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    const preflight = await app.call('OPTIONS', '/mcp', {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([405, null])
    const sameOrigin = await post({ key: user.key, headers: { origin: new URL(app.parts.config.BASE_URL).origin } })
    expect(sameOrigin.status).toBe(200)
  })

  it('accepts one JSON-RPC message as JSON', async () => {
    const raw = (type: string, body: string) => app.call('POST', '/mcp', { key: user.key, raw: { type, body } })
    expectProblem(await raw('text/plain', '{}'), 'unsupported_media_type')
    expectProblem(await raw('application/x-www-form-urlencoded', 'method=tools/list'), 'unsupported_media_type')
    expectProblem(await raw('application/json', '{'), 'malformed_body')
    expectProblem(await raw('application/json', JSON.stringify([PING, PING])), 'malformed_body')
    expectProblem(await raw('application/json', `"${'a'.repeat(200_000)}"`), 'body_too_large')
    const unknown = await post({ key: user.key, json: { jsonrpc: '2.0', id: 1, method: 'resources/list' } })
    expect(unknown.body.error.code).toBe(-32_601)
    expect((await raw('application/json', '{"jsonrpc":"2.0","method":"notifications/initialized"}')).status).toBe(202)
  })

  it('answers GET and DELETE with 405, as a server without sessions does', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await app.call(method, '/mcp', { key: user.key })
      expectProblem(answer, 'method_not_allowed')
      expect(answer.headers.get('allow')).toBe('POST')
    }
  })

  it('opens no stream for subscriptions', async () => {
    const client = await connect(app, user.key, { era: 'auto' })
    expect(client.getServerCapabilities()).toEqual({ tools: {}, prompts: {} })
  })
})

describe('a tool call', () => {
  it('counts once against the limits of the key, like a request', async () => {
    const limited = await startApp({ SITEWATCH_RATE_LIMIT_PER_MINUTE: '5' })
    const { key } = await limited.makeUser()
    const call = (method: string, params?: object) =>
      limited.call('POST', '/mcp', { key, json: { jsonrpc: '2.0', id: 1, method, params } })
    const first = await call('tools/list')
    expect(first.headers.get('x-ratelimit-remaining')).toBe('4')
    const second = await call('tools/call', { name: 'tags_list', arguments: {} })
    expect(second.headers.get('x-ratelimit-remaining')).toBe('3')
    expect((await limited.call('GET', '/api/tags', { key })).headers.get('x-ratelimit-remaining')).toBe('2')
    await call('tools/list')
    // A call that never reaches a route counts as well.
    await call('tools/call', { name: 'monitors_explode' })
    const beyond = await call('tools/call', { name: 'tags_list', arguments: {} })
    expect(beyond.body.result).toMatchObject({ isError: true, structuredContent: { code: 'rate_limited' } })
    expect((await call('tools/list')).status).toBe(429)
    await limited.stop()
  })

  it('is in the audit log with the key, and is done once when repeated with the same idempotency_key', async () => {
    const client = await connect(app, user.key)
    const once = { friendly_name: 'Once', url: 'https://once.example/', is_active: false, idempotency_key: 'set-up-1' }
    const [first, second] = [
      await callTool(client, 'monitors_create', once),
      await callTool(client, 'monitors_create', once),
    ]
    expect(second.body.data.id).toBe(first.body.data.id)
    const other = await callTool(client, 'monitors_create', { ...once, friendly_name: 'Other' })
    expect([other.isError, other.body.errors[0].code]).toEqual([true, 'other_request'])
    const number = await callTool(client, 'monitors_create', { ...once, idempotency_key: 1 })
    expect([number.isError, number.body.errors]).toMatchObject([true, [{ field: 'idempotency_key' }]])
    const none = await callTool(client, 'monitors_create', { ...once, friendly_name: 'None', idempotency_key: null })
    expect(none.body.data.friendly_name).toBe('None')
    const log = await callTool(client, 'audit_log_list', { record_type: 'monitor', record_id: first.body.data.id })
    expect(log.body.data).toHaveLength(1)
    expect(log.body.data[0]).toMatchObject({ action: 'monitor.created', actor_type: 'api_key', actor_id: user.key_id })
  })

  it('acts only in the team of the key', async () => {
    const client = await connect(app, user.key, { headers: { 'sitewatch-team': '999999' } })
    const { isError, body } = await callTool(client, 'monitors_list')
    expect([isError, body.code]).toEqual([true, 'not_found'])
  })

  it('returns a bounded answer, and explains how to get the rest', async () => {
    const many = await app.makeUser()
    const client = await connect(app, many.key)
    await admin.query(
      `insert into websites (team_id, domain, tracking_id, tags)
       select $1, 'w' || n || '.example.com', lpad(n::text, 16, '0'), array[repeat('t', 50)] from generate_series(1, 120) n`,
      [many.id],
    )
    const listedIds = new Set<number>()
    let args: { page: number; per_page: number } | undefined = { page: 1, per_page: 100 }
    let calls = 0
    while (args) {
      const { body, content, text } = await callTool(client, 'websites_list', args)
      expect(JSON.stringify(body.data).length).toBeLessThanOrEqual(MAX_ANSWER_CHARS)
      expect(content[1]?.length).toBeLessThan(MAX_ANSWER_CHARS + 2000)
      for (const { id } of body.data) listedIds.add(id)
      const more = body.more as string | undefined
      if (more !== undefined) expect(text).toContain(more)
      const per_page: number = Number(/per_page (\d+)/.exec(more ?? '')?.[1] ?? args.per_page)
      const page = Number(/page (\d+)(?= for|\.$)/.exec(more ?? '')?.[1])
      args = more === undefined ? undefined : { page, per_page }
      expect(++calls).toBeLessThan(40)
    }
    expect(listedIds.size).toBe(120)
    const overview = await callTool(client, 'overview_show')
    expect(JSON.stringify(overview.body.data).length).toBeLessThanOrEqual(MAX_ANSWER_CHARS)
    expect(overview.body.truncated).toMatch(/websites \(\d+ of 120\)/)
  })
})

describe('the other MCP prompts', () => {
  it('"set up monitoring" creates a website and a monitor by its plan, and nothing the second time', async () => {
    const fresh = await app.makeUser()
    const client = await connect(app, fresh.key)
    const setUp = async () =>
      followPlan(client, (await readPlan(client, 'set_up_monitoring', { url: 'www.new.example.com' })).steps)
    const first = await setUp()
    expect(first.answers.filter(({ isError }) => isError)).toEqual([])
    expect(first.chosen.get('monitor')).toMatchObject({ url: 'https://www.new.example.com/', interval: 60 })
    expect(first.chosen.get('monitor')?.['website_id']).toBe(first.chosen.get('website')?.['id'])
    const second = await setUp()
    expect(second.answers.map(({ tool }) => tool)).toEqual([
      'monitors_list',
      'providers_list',
      'websites_list',
      'monitors_show',
    ])
    expect(second.chosen.get('monitor')?.['id']).toBe(first.chosen.get('monitor')?.['id'])
  })

  it('"set up monitoring" explains what a read-only key cannot do', async () => {
    const { key } = await app.makeKey(user.id, ['monitors:read', 'websites:read'])
    const { text, steps } = await readPlan(await connect(app, key), 'set_up_monitoring', { url: 'https://a.example/' })
    expect(text).toContain('This API key may not call providers_list, websites_create, monitors_create')
    expect(steps.map(({ tool }) => tool)).toEqual(['monitors_list', 'websites_list', 'monitors_show'])
  })

  it('"what changed this week" calls only existing tools', async () => {
    const client = await connect(app, user.key)
    const { steps } = await readPlan(client, 'what_changed_this_week', {})
    const { answers } = await followPlan(
      client,
      steps.filter(({ tool }) => tool !== 'stats_summary'),
    )
    expect(answers.map(({ tool, isError }) => [tool, isError])).toEqual([
      ['incidents_list', false],
      ['deploys_list', false],
      ['audit_log_list', false],
      ['overview_show', false],
      ['websites_list', false],
    ])
    expect(steps.at(-1)).toMatchObject({ tool: 'stats_summary', arguments: { period: '7d', compare: 'previous' } })
  })
})

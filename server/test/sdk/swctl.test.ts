import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startApp, type TestUser } from '../support/app.ts'
import { ROOT, runCommand } from '../support/command.ts'
import { insertIncident, STATUS_503 } from '../support/incidents.ts'
import { runSwctl } from '../support/swctl.ts'

const app = await startApp()

interface Start {
  key?: string
  url?: string
  input?: string
}

const swctl = (args: readonly string[], { url = app.base, ...start }: Start = {}) => runSwctl(args, { url, ...start })

/** With --json: exactly one line, parsed. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
async function swctlJson(user: TestUser, args: readonly string[], start: Start = {}): Promise<any> {
  const { code, stdout, stderr } = await swctl([...args, '--json'], { key: user.key, ...start })
  if (code !== 0) throw new Error(`swctl ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`)
  expect(stdout).toMatch(/^[^\n]+\n$/)
  return JSON.parse(stdout)
}

describe('swctl deploy', () => {
  it('records a deploy by --version, once for a retried pipeline, lists and removes it', async () => {
    const user = await app.makeUser()
    const args = ['deploy', 'create', '--version', '2.4.1', '--commit', '9fceb02', '--environment', 'staging']
    const made = await swctlJson(user, args)
    expect(made).toMatchObject({ object: 'deploy', version: '2.4.1', environment: 'staging', whole_team: true })
    expect((await swctlJson(user, args)).id).toBe(made.id)
    const table = await swctl(['deploy', 'list', '--environment', 'staging'], { key: user.key })
    expect(table.stdout).toMatch(/^ID\s+DEPLOYED\s+VERSION/)
    expect(table.stdout.trim().split('\n')).toHaveLength(2)
    expect(await swctl(['deploy', 'create'], { key: user.key })).toMatchObject({ code: 2 })
    await swctlJson(user, ['deploy', 'remove', String(made.id)])
    expect((await swctlJson(user, ['deploy', 'list'])).data).toEqual([])
  })
})

describe('swctl key', () => {
  it('creates, shows, lists and removes', async () => {
    const user = await app.makeUser()
    const made = await swctlJson(user, ['key', 'create', '--name', 'ci', '--scopes', 'monitors:read,stats:read'])
    expect(made).toMatchObject({ object: 'api_key', name: 'ci', scopes: ['monitors:read', 'stats:read'] })
    expect(await swctlJson(user, ['key', 'show', String(made.id)])).toMatchObject({ id: made.id })
    expect((await swctlJson(user, ['key', 'list'])).data).toHaveLength(2)
    const table = await swctl(['key', 'list'], { key: user.key })
    expect(table.stdout).toMatch(/^ID\s+NAME\s+PREFIX\s+LAST_USED/)
    expect(table.stdout).toContain(made.prefix)
    const removed = await swctl(['key', 'remove', String(made.id)], { key: user.key })
    expect(removed).toMatchObject({ code: 0, stderr: '' })
    expect(removed.stdout).toContain(`Deleted api key ${made.id}.`)
    expect((await swctlJson(user, ['key', 'list'])).data).toHaveLength(1)
  })

  it('shows the key once, for people too', async () => {
    const { key } = await app.makeUser()
    const { stdout } = await swctl(['key', 'create', '--name', 'ci', '--scopes', 'stats:read'], { key })
    expect(stdout).toMatch(/^key +sw_\w{51}$/m)
    expect(stdout).toContain('not shown again')
  })

  it('lists one page, or all of them', async () => {
    const user = await app.makeUser()
    await Promise.all(Array.from({ length: 30 }, () => app.makeKey(user.id, ['stats:read'])))
    const first = await swctl(['key', 'list', '--page-size', '10'], { key: user.key })
    expect(first.stdout).toContain('Page 1 of 4, 31 in total.')
    const all = await swctlJson(user, ['key', 'list', '--all'])
    expect(new Set(all.data.map(({ id }: { id: number }) => id)).size).toBe(31)
    expect(all.meta.total).toBe(31)
  })
})

describe('swctl website', () => {
  it('adds, sets, lists and removes', async () => {
    const user = await app.makeUser()
    const made = await swctlJson(user, ['website', 'add', 'https://www.Example.com/x', '--timezone', 'Europe/Berlin'])
    expect(made).toMatchObject({ object: 'website', domain: 'example.com', timezone: 'Europe/Berlin' })
    const id = String(made.id)
    const set = [
      'website',
      'set',
      id,
      '--favorite',
      'true',
      '--privacy',
      '2',
      '--password',
      '-',
      '--exclude-ips',
      '192.0.2.1',
    ]
    expect(await swctlJson(user, set, { input: 'secret words\n' })).toMatchObject({
      favorite: true,
      privacy: 2,
      has_password: true,
      exclude_ips: '192.0.2.1',
    })
    expect(await swctlJson(user, ['website', 'set', id, '--exclude-ips', ''])).toMatchObject({ exclude_ips: null })
    expect((await swctlJson(user, ['website', 'list', '--favorite', 'false'])).data).toEqual([])
    expect((await swctlJson(user, ['website', 'list', '--search', 'EXAM', '--all'])).data).toHaveLength(1)
    expect(await swctlJson(user, ['website', 'remove', id])).toEqual({ object: 'website', id: made.id, deleted: true })
    expect((await swctl(['website', 'list'], { key: user.key })).stdout).toBe('No results.\n')
  })
})

describe('swctl monitor, provider and incident', () => {
  it('adds, pauses, resumes, changes and removes a monitor', async () => {
    const user = await app.makeUser()
    const add = ['monitor', 'add', 'https://shop.example.com/', '--friendly-name', 'Shop', '--interval', '120']
    const more = [
      '--expected-status',
      '200-299,404',
      '--request-headers',
      'X-One: 1',
      '--request-headers',
      'X-Two: a:b',
    ]
    const made = await swctlJson(user, [...add, ...more])
    expect(made).toMatchObject({ url: 'https://shop.example.com/', interval: 120, expected_status: ['200-299', '404'] })
    expect(Object.keys(made.request_headers)).toEqual(['X-One', 'X-Two'])
    const id = String(made.id)
    expect(await swctlJson(user, ['monitor', 'pause', id])).toMatchObject({ is_active: false, status: 'paused' })
    expect(await swctlJson(user, ['monitor', 'resume', id])).toMatchObject({ is_active: true })
    const move = ['monitor', 'set', id, '--monitor-url', 'https://new.example.com/']
    expect((await swctl(move, { key: user.key })).stderr).toContain('request_headers is required again')
    const moved = await swctlJson(user, [...move, '--request-headers', 'X-One: 1'])
    expect(moved.url).toBe('https://new.example.com/')
    expect((await swctlJson(user, ['monitor', 'incidents', id, '--window', '30d'])).meta.window).toBe('30d')
    expect((await swctlJson(user, ['monitor', 'checks', id, '--status', 'down'])).data).toEqual([])
    expect((await swctlJson(user, ['monitor', 'response-times', id])).points).toEqual([])
    expect((await swctlJson(user, ['monitor', 'list', '--search', 'shop'])).data).toHaveLength(1)
    expect(await swctlJson(user, ['monitor', 'remove', id])).toMatchObject({ deleted: true })
  })

  it('adds a provider, assigns it, unassigns it, and explains why a test failed', async () => {
    const user = await app.makeUser()
    const add = ['provider', 'add', 'telegram', '--chat-id', '-100123', '--token', '-']
    const made = await swctlJson(user, add, { input: '123:abcdefgh\n' })
    expect(made).toMatchObject({ object: 'provider', provider_type: 'telegram', chat_id: '-100123' })
    expect(JSON.stringify(made)).not.toContain('abcdefgh')
    const id = String(made.id)
    const renamed = await swctlJson(user, ['provider', 'set', id, '--name', 'On call'])
    expect(renamed.name).toBe('On call')
    const monitor = await swctlJson(user, ['monitor', 'add', 'https://a.example.com/', '--friendly-name', 'A'])
    const pair = [id, String(monitor.id)]
    expect(await swctlJson(user, ['provider', 'assign', ...pair])).toMatchObject({
      enabled: true,
      provider_id: made.id,
    })
    expect(await swctlJson(user, ['provider', 'assign', ...pair, '--enabled', 'false'])).toMatchObject({
      enabled: false,
    })
    expect((await swctlJson(user, ['monitor', 'assignments', pair[1] ?? ''])).data).toHaveLength(1)
    expect(await swctlJson(user, ['provider', 'unassign', ...pair])).toMatchObject({ deleted: true })
    expect((await swctlJson(user, ['monitor', 'assignments', pair[1] ?? ''])).data).toEqual([])
    expect((await swctlJson(user, ['provider', 'list'])).data).toHaveLength(1)
    expect(await swctlJson(user, ['provider', 'show', id])).toMatchObject({ id: made.id })

    const sms = await swctlJson(user, ['provider', 'add', 'sms', '--phone-number', '+4915112345678'])
    const test = await swctl(['provider', 'test', String(sms.id)], { key: user.key })
    expect(test.code).toBe(1)
    expect(test.stderr).toContain('SITEWATCH_SMS')
    expect(await swctlJson(user, ['provider', 'remove', id])).toMatchObject({ deleted: true })
  })

  it('lists, shows and acknowledges an incident', async () => {
    const user = await app.makeUser()
    const monitor = await swctlJson(user, ['monitor', 'add', 'https://a.example.com/', '--friendly-name', 'A'])
    const fields = { from: Date.now() - 3_600_000, cause: STATUS_503 }
    const id = String(await insertIncident(app, monitor.id, fields))
    const { stdout: table } = await swctl(['incident', 'list'], { key: user.key })
    expect(table).toMatch(/^ID +STATUS +MONITOR +STARTED +DURATION +CAUSE +MESSAGE/)
    expect(table).toMatch(/ open +A +[-\d]{10} [:\d]{5}Z +1 h\b.* http_status +The server returned status 503\./)
    expect(await swctlJson(user, ['incident', 'acknowledge', id])).toMatchObject({ status: 'acknowledged' })
    expect((await swctlJson(user, ['incident', 'list', '--status', 'open'])).data).toEqual([])
    expect(await swctlJson(user, ['incident', 'show', id])).toMatchObject({ id: Number(id), monitor_id: monitor.id })
    expect((await swctlJson(user, ['delivery', 'list', '--incident-id', id])).data).toEqual([])
    expect((await swctl(['delivery', 'retry', '1'], { key: user.key })).stderr).toContain('swctl delivery list')
  })
})

describe('swctl … list', () => {
  it('shows the columns that --columns names, and says which there are', async () => {
    const user = await app.makeUser()
    await swctlJson(user, ['monitor', 'add', 'https://a.example.com/', '--friendly-name', 'Shop'])
    const list = (...args: string[]) => swctl(['monitor', 'list', ...args], { key: user.key })
    expect((await list('--columns', 'Name, uptime.24h,timeout_seconds')).stdout).toBe(
      'NAME  UPTIME.24H  TIMEOUT_SECONDS\nShop  -           10 s\n',
    )
    const wrong = await list('--columns', 'id,colour')
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
    expect(wrong.stderr).toMatch(/no column colour\. The records have: object, id, friendly_name, /)
    expect((await list('--wide')).stdout).toMatch(/^ID +STATUS +NAME +URL .* TAGS\n/)
    const [plain, json] = [await list('--json'), await list('--json', '--columns', 'id', '--wide')]
    expect(JSON.parse(json.stdout).data).toEqual(JSON.parse(plain.stdout).data)
  })
})

describe('swctl for other records', () => {
  it('adds and removes goals, maintenance windows and status pages', async () => {
    const user = await app.makeUser()
    const site = await swctlJson(user, ['website', 'add', 'goals.example.com'])
    const signUp = ['goal', 'add', String(site.id), '--name', 'Sign-up', '--kind', 'event', '--value', 'signup']
    const goal = await swctlJson(user, signUp)
    expect((await swctlJson(user, ['goal', 'list', String(site.id)])).data).toMatchObject([{ id: goal.id }])
    const times = ['--starts-at', '2030-01-01T00:00:00Z', '--ends-at', '2030-01-01T01:00:00Z']
    const window = await swctlJson(user, ['maintenance', 'add', 'New disks', ...times])
    expect(window).toMatchObject({ name: 'New disks', repeat: 'none' })
    const page = await swctlJson(user, ['status-page', 'add', 'Shop', '--website-ids', String(site.id)])
    expect(page).toMatchObject({ name: 'Shop', website_ids: [site.id] })
    for (const [noun, id] of [
      ['goal', goal.id],
      ['maintenance', window.id],
      ['status-page', page.id],
    ])
      expect(await swctlJson(user, [noun, 'remove', String(id)])).toMatchObject({ id, deleted: true })
  })

  it('shows an overview of everything', async () => {
    const user = await app.makeUser()
    await swctlJson(user, ['website', 'add', 'look.example.com'])
    expect((await swctlJson(user, ['overview', 'show'])).websites).toMatchObject([{ domain: 'look.example.com' }])
  })
})

describe('a failed swctl command', () => {
  it('prints one line of JSON with --json, text on standard error otherwise, and exits with 1', async () => {
    const { key } = await app.makeUser()
    const { code, stdout, stderr } = await swctl(['key', 'show', '999999', '--json'], { key })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^[^\n]+\n$/)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'not_found', status: 404 } })
    expect(stderr).toContain('swctl key list')
    expect(stderr).toMatch(/Request ID: req_/)
  })

  it('names the flags that were not accepted', async () => {
    const { key } = await app.makeUser()
    const { code, stderr, stdout } = await swctl(['key', 'create', '--name', '', '--scopes', 'stats:read'], { key })
    expect(code).toBe(1)
    expect(stderr).toContain('--name: ')
    expect(stdout).toBe('')
  })

  it('names the missing scope, and reports a refused key', async () => {
    const { key } = await app.makeUser(['stats:read'])
    const missing = await swctl(['key', 'create', '--name', 'x', '--scopes', 'monitors:write'], { key })
    expect(missing.stderr).toContain('--scopes monitors:write')
    const refused = await swctl(['key', 'list'], { key: 'sw_nonsense' })
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('SITEWATCH_KEY')
  })

  it('reports that the server is unreachable', async () => {
    const { code, stderr } = await swctl(['key', 'list'], { key: 'sw_x', url: 'http://127.0.0.1:9' })
    expect(code).toBe(1)
    expect(stderr).toContain('SITEWATCH_URL')
  })

  it.each([
    ['no command', []],
    ['an unknown one', ['boat', 'list']],
    ['an unknown flag', ['key', 'list', '--colour', 'red']],
    ['a missing argument', ['key', 'show']],
    ['an id that is none', ['key', 'show', 'abc']],
    ['a missing flag', ['key', 'create', '--name', 'x']],
    ['a value that is not possible', ['key', 'create', '--name', 'x', '--scopes', 'boats:sail']],
    ['nothing to change', ['monitor', 'set', '3']],
    ['an address that is none', ['key', 'list', '--url', 'watch.example.com']],
    ['no key', ['key', 'list', '--key', '']],
  ])('exits with 2 when its arguments are wrong: %s', async (_, args) => {
    const { code, stdout, stderr } = await swctl(args, { key: 'sw_x' })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).not.toBe('')
    expect(stderr).not.toContain('    at ')
  })
})

describe('the swctl program', () => {
  it('documents itself and every command', async () => {
    const { code, stdout } = await swctl(['--help'])
    expect(code).toBe(0)
    for (const noun of ['key', 'website', 'monitor', 'provider', 'incident', 'delivery'])
      expect(stdout).toContain(`  ${noun}`)
    expect(stdout).toContain('SITEWATCH_KEY')
    const add = await swctl(['monitor', 'add', '--help'])
    expect(add.code).toBe(0)
    expect(add.stdout).toContain('--friendly-name <text>')
    expect(add.stdout).toContain('--url <url>')
    expect((await swctl(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('accepts the address and the key as flags, before or after the command', async () => {
    const { key } = await app.makeUser()
    const flags = ['--url', app.base, '--key', key]
    const nowhere = { url: 'http://127.0.0.1:9' }
    expect((await swctl([...flags, 'key', 'list'], nowhere)).code).toBe(0)
    expect((await swctl(['key', 'list', ...flags], nowhere)).code).toBe(0)
  })

  it('does not let a name control the terminal', async () => {
    const user = await app.makeUser()
    await app.database.admin.query(`update api_keys set name = $1 where user_id = $2`, ['a\u001b[2Jb', user.id])
    const { stdout } = await swctl(['key', 'list'], { key: user.key })
    expect(stdout).toContain('a�[2Jb')
  })
})

describe('the process of swctl', () => {
  const LAUNCHER = path.join(ROOT, 'sdk/launch/swctl.cjs')
  const settings = (key: string) => ({ SITEWATCH_URL: app.base, SITEWATCH_KEY: key })

  it('reads standard input from a pipe, and exits with 1 when a command fails', async () => {
    const args = ['key', 'create', '--name', '-', '--scopes', 'stats:read', '--json']
    const run = (key: string) =>
      runCommand(process.execPath, [LAUNCHER, ...args], { env: settings(key), stdin: 'ci\n' })
    const { key } = await app.makeUser()
    const made = await run(key)
    expect({ ...made, stdout: JSON.parse(made.stdout) }).toMatchObject({ code: 0, stderr: '', stdout: { name: 'ci' } })
    expect(await run('sw_nonsense')).toMatchObject({ code: 1, stderr: expect.stringContaining('SITEWATCH_KEY') })
  })

  it('exits with 0 when its reader closes the pipe', async () => {
    const child = spawn(process.execPath, [LAUNCHER, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('restarts itself in Node 24 when started by an older version, and passes on its exit code', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'swctl-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const preload = path.join(folder, 'old.cjs')
    const versions = "{ ...process.versions, node: '20.20.2' }"
    writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: ${versions} })`)
    const { code, stderr } = await runCommand(process.execPath, ['-r', preload, LAUNCHER, 'key', 'show', 'abc'], {
      env: settings('sw_x'),
    })
    expect(code).toBe(2)
    expect(stderr).toContain('whole number')
  })
})

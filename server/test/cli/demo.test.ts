import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHistory } from '../../src/cli/history.ts'
import { fillDemo } from '../../src/demo/fill.ts'
import { startApp, type TestUser } from '../support/app.ts'
import { ROOT, runCommand } from '../support/command.ts'
import { TEST_SECRET } from '../support/secret.ts'
import { runSitewatch } from '../support/sitewatch.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'sitewatch-demo-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
// ClickHouse is opened at the first query, after the commands have released the folder.
const app = await startApp({ SITEWATCH_DATA_DIR: dataDir })

const env = { DATABASE_URL: app.database.url, SITEWATCH_SECRET: TEST_SECRET, SITEWATCH_DATA_DIR: dataDir }
const runDemo = (...args: string[]) => runSitewatch(['demo', ...args], { env })

const readReport = (stdout: string): Record<string, number | boolean> => {
  expect(stdout).toMatch(/^[^\n]+\n$/)
  return JSON.parse(stdout) as Record<string, number | boolean>
}

let user: TestUser
const get = async (address: string) => {
  const { status, body } = await app.call('GET', address, { key: user.key })
  expect(status, address).toBe(200)
  return body
}

beforeAll(async () => {
  user = await app.makeUser()
  const clickhouse = await openHistory(app.parts)
  await fillDemo({ ...app.parts, clickhouse }, { team_id: user.id, now_ms: Date.now(), target: undefined, days: 1 })
  await clickhouse.close()
})

// Four seconds on idle cores, many times as long while other tests run.
describe('sitewatch demo', () => {
  it('does nothing when the account already has the demo', async () => {
    const { code, stdout } = await runDemo('--email', user.email)
    expect(code).toBe(0)
    expect(stdout).toContain('already has demo data')
    const { rows } = await app.database.admin.query('select count(*)::int as total from websites')
    expect(rows).toEqual([{ total: 3 }])
  })

  it('recreates the demo with --reset, and prints what it created', async () => {
    const before = await app.database.admin.query<{ id: string }>('select id from websites')
    const { code, stdout, stderr } = await runDemo('--email', user.email, '--reset', '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const report = readReport(stdout)
    expect(report).toMatchObject({ created: true, websites: 3, monitors: 10, incidents: 3, deliveries: 12 })
    expect(report['events']).toBeGreaterThan(100_000)
    expect(report['checks']).toBeGreaterThan(50_000)
    expect((await get('/api/deploys')).meta.total).toBe(3)
    const after = await app.database.admin.query<{ id: string }>('select id from websites')
    expect(after.rows).toHaveLength(3)
    expect(after.rows.filter(({ id }) => before.rows.some((row) => row.id === id))).toEqual([])
    const left = await app.database.admin.query('select count(*)::int as total from incidents')
    expect(left.rows).toEqual([{ total: 3 }])
  })

  it('refuses an account with other records, unless forced', async () => {
    const owner = await app.makeUser()
    await app.call('POST', '/api/v1/websites', { key: owner.key, json: { domain: 'mine.example.org' } })
    const refused = await runDemo('--email', owner.email)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^[^\n]*already has 1 websites, monitors or providers[^\n]*--force[^\n]*\n$/)
    const { rows } = await app.database.admin.query('select 1 from websites where team_id = $1', [owner.id])
    expect(rows).toHaveLength(1)
  })

  it('fails for a missing account, and says what to do', async () => {
    const { code, stderr } = await runDemo('--email', 'nobody@example.com')
    expect(code).toBe(1)
    expect(stderr).toBe('No account has the address nobody@example.com. Create it with "sitewatch user create".\n')
  })
})

describe('the demo data in the API', () => {
  it('has visitors up to now, more than in the previous period, and all dimensions', async () => {
    const { data: websites } = await get('/api/v1/websites?sort=asc')
    expect(websites.map(({ domain }: { domain: string }) => domain)).toEqual([
      'harbour-coffee.example',
      'fieldnotes.example',
      'docs.harbour-coffee.example',
    ])
    const [shop, blog] = websites
    const { data: summary } = await get(`/api/v1/websites/${shop.id}/stats/summary?period=30d`)
    expect(summary.visitors).toBeGreaterThan(20_000)
    expect(summary.pageviews).toBeGreaterThan(summary.visitors)
    expect(summary.comparison.visitors).toBeGreaterThan(15_000)
    expect(summary.comparison.visitors).toBeLessThan(summary.visitors)
    expect(summary.bounce_percent).toBeGreaterThan(20)
    expect(summary.bounce_percent).toBeLessThan(80)
    for (const dimension of ['page', 'source', 'country', 'browser', 'device', 'event', 'goal', 'utm_campaign']) {
      const { data } = await get(`/api/v1/websites/${shop.id}/stats/breakdown?dimension=${dimension}`)
      expect(data.length, dimension).toBeGreaterThan(1)
    }
    const { data: sources } = await get(`/api/v1/websites/${blog.id}/stats/breakdown?dimension=source`)
    expect(sources.map(({ value }: { value: string }) => value)).toContain('Hacker News')
  })

  it('has three resolved incidents, the long one with an impact that matches the traffic', async () => {
    const { data: incidents } = await get('/api/incidents')
    expect(incidents).toHaveLength(3)
    expect(incidents.map(({ status }: { status: string }) => status)).toEqual(['resolved', 'resolved', 'resolved'])
    const [outage] = incidents
    expect(outage).toMatchObject({ duration_seconds: 2400, cause: { kind: 'http_status', http_status: 503 } })
    expect(outage.impact.visitors_lost).toBeGreaterThan(20)
    expect(outage.impact.visitors_seen).toBeLessThan(outage.impact.visitors_expected * 0.2)
    expect(outage.impact.traffic_check.verdict).toBe('traffic_gone')
    const { data: deliveries } = await get(`/api/deliveries?incident_id=${outage.id}`)
    expect(deliveries).toHaveLength(4)
  })

  it('has paused monitors with a month of checks', async () => {
    const { data: monitors } = await get('/api/monitors')
    expect(monitors).toHaveLength(10)
    expect(monitors.map(({ status }: { status: string }) => status)).toEqual(Array(10).fill('paused'))
    const shop = monitors.find(({ friendly_name }: { friendly_name: string }) => friendly_name === 'Shop')
    expect(shop.uptime['30d']).toBeGreaterThan(99)
    expect(shop.uptime['30d']).toBeLessThan(100)
    const { data: times } = await get(`/api/monitors/${shop.id}/response-times?window=30d`)
    expect(times.points.length).toBeGreaterThan(700)
    expect(times.points[0].first_byte.p50_ms).toBeGreaterThan(20)
    const { data: down, meta } = await get(`/api/monitors/${shop.id}/checks?status=down`)
    expect(meta.total).toBe(40)
    expect(down[0].cause).toMatchObject({ kind: 'http_status', http_status: 503 })
  })

  it('cannot be recreated while the service runs, and the message says to stop it first', async () => {
    const launcher = path.join(ROOT, 'server/launch/sitewatch.cjs')
    const command = [launcher, 'demo', '--email', user.email, '--reset']
    const { code, stderr } = await runCommand(process.execPath, command, { env })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Another process \(\d+\) uses [^\n]+ Stop the service while this command runs\.$/m)
  })
})

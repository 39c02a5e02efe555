import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MAX_METRICS_MONITORS, MetricsSummary } from '@sitewatch/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { ROOT } from '../../support/command.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { freePort } from '../../support/free-port.ts'
import { insertSparse, makeFolder } from '../../analytics/stats/context.ts'
import { registryOf } from '../../analytics/websites/websites.ts'
import { insertIncident } from '../../support/incidents.ts'
import { makeMonitor } from '../uptime-reports/reporting.ts'
import { expectPromised } from '../../support/expect-promised.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })
const { admin } = app.database

const scrape = ({ key }: Pick<TestUser, 'key'>, headers: Record<string, string> = {}) =>
  app.call('GET', '/api/metrics', { key, headers })

const HOSTILE = 'a"} 1\nevil{x="\\ 😀 \u202E'

async function insertCheck(team_id: number, monitor_id: number): Promise<void> {
  const now = Date.now()
  await app.parts.clickhouse.insert({
    table: 'checks',
    token: `metrics ${monitor_id}`,
    rows: [
      {
        team_id,
        monitor_id,
        location: 'default',
        slot: new Date(now - 30_000).toISOString(),
        started_at: new Date(now - 30_000).toISOString(),
        status: 'up',
        cause: '',
        http_status: 200,
        dns_ms: 4,
        connect_ms: 10,
        tls_ms: 0,
        first_byte_ms: 40,
        total_ms: 250,
      },
    ],
  })
  await admin.query(
    `update monitor_state set status = 'up', last_checked_at = $2, last_response_ms = 250, tls_expires_at = '2030-01-01T00:00:00Z'
     where monitor_id = $1 and location = ''`,
    [monitor_id, now - 30_000],
  )
}

/** A team with a monitor that is up, one that is down, one that is paused, and a website with a visitor. */
async function makeMeasured() {
  const user = await app.makeUser()
  const site = (await registryOf(app, user).make({})) as { id: number; domain: string }
  const up = await makeMonitor(app, user, { friendly_name: 'Shop', website_id: site.id })
  const down = await makeMonitor(app, user, { friendly_name: HOSTILE.replace('\n', ' ') })
  const paused = await makeMonitor(app, user, { friendly_name: 'Paused', is_active: false })
  await insertCheck(user.id, up)
  await admin.query('update monitors set friendly_name = $2 where id = $1', [down, HOSTILE])
  await admin.query(`update monitor_state set status = 'down' where monitor_id = $1 and location = ''`, [down])
  await insertIncident(app, down, { from: Date.now() - 60_000 })
  await insertSparse(app.parts.clickhouse, site.id, [{ time: new Date(Date.now() - 60_000).toISOString() }])
  return { user, site, up, down, paused }
}

const checkMetrics = (text: string): string =>
  execFileSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })

describe('GET /api/metrics', () => {
  it('has every series, and promtool reports no problem, whatever the names of monitors', async () => {
    const { user, site, up, down, paused } = await makeMeasured()
    const answer = await scrape(user)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(checkMetrics(answer.text)).toBe('')
    const lines = answer.text.split('\n')
    const shop = `{monitor_id="${up}",name="Shop",type="http"`
    const domain = `{website_id="${site.id}",domain="${site.domain}"}`
    for (const line of [
      `sitewatch_monitor_up${shop}} 1`,
      `sitewatch_monitor_up{monitor_id="${down}",name="${String.raw`a\"} 1\nevil{x=\"\\ 😀 `}\u202E",type="http"} 0`,
      `sitewatch_monitor_status${shop},status="up"} 1`,
      `sitewatch_monitor_status${shop},status="down"} 0`,
      `sitewatch_monitor_response_seconds${shop},phase="dns"} 0.004`,
      `sitewatch_monitor_response_seconds${shop},phase="first_byte"} 0.04`,
      `sitewatch_monitor_response_seconds${shop},phase="total"} 0.25`,
      `sitewatch_monitor_slow${shop}} 0`,
      `sitewatch_monitor_open_incidents${shop}} 0`,
      `sitewatch_monitor_certificate_expiry_timestamp_seconds${shop}} ${Date.parse('2030-01-01T00:00:00Z') / 1000}`,
      `sitewatch_website_up${domain} 1`,
      `sitewatch_website_open_incidents${domain} 0`,
      `sitewatch_website_visitors${domain} 1`,
      'sitewatch_export_omitted{kind="monitors"} 0',
      'sitewatch_export_history_available 1',
    ])
      expect(lines).toContain(line)
    expect(answer.text).not.toContain('phase="tls"')
    expect(lines.filter((line) => line.startsWith(`sitewatch_monitor_up{monitor_id="${paused}"`))).toEqual([])
    expect(lines.filter((line) => line.startsWith('evil'))).toEqual([])
  })

  it('is a summary as JSON if requested, has no visitors without stats:read, and nothing of other teams', async () => {
    const { user, site } = await makeMeasured()
    const summary = await scrape(user, { accept: 'application/json' })
    expect(MetricsSummary.parse(summary.body.data)).toMatchObject({ monitors: 3, websites: 1, has_history: true })
    const { key } = await app.makeKey(user.id, ['monitors:read'])
    const { text } = await scrape({ key })
    expect(text).toContain(`website_id="${site.id}"`)
    expect(text).not.toContain('sitewatch_website_visitors')
    const stranger = await app.makeUser()
    expect((await scrape(stranger)).text).not.toMatch(/monitor_id|website_id/)
    const other = await app.makeKey(user.id, ['websites:read'])
    expectProblem(await scrape(other), 'insufficient_scope')
    expectProblem(await app.call('GET', '/api/metrics'), 'unauthenticated')
  })

  it('is limited in size, and reports what was omitted', async () => {
    const user = await app.makeUser()
    const first = await makeMonitor(app, user)
    await admin.query(
      `with made as (
         insert into monitors overriding system value select (jsonb_populate_record(m, jsonb_build_object('id', nextval('monitors_id_seq')))).*
         from monitors m, generate_series(1, $2) where m.id = $1 returning *)
       insert into monitor_state select (jsonb_populate_record(s, jsonb_build_object('monitor_id', made.id))).*
       from monitor_state s, made where s.monitor_id = $1`,
      [first, MAX_METRICS_MONITORS + 1],
    )
    const started = performance.now()
    const { text } = await scrape(user)
    expectPromised(performance.now() - started, 10_000)
    expect(text.match(/^sitewatch_monitor_slow\{/gm)).toHaveLength(MAX_METRICS_MONITORS)
    expect(text).toContain('sitewatch_export_omitted{kind="monitors"} 2\n')
    expect(checkMetrics(text)).toBe('')
  })

  it('is scraped by Prometheus with the configuration of the guide, and its rules fire', async () => {
    const { user, down } = await makeMeasured()
    const guide = readFileSync(path.join(ROOT, 'docs/guides/prometheus.md'), 'utf8')
    const [config = '', rules = ''] = Array.from(guide.matchAll(/^```yaml\n(.*?)^```$/gms), ([, text = '']) => text)
    const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-scrape-'))
    const file = (name: string, text: string): string => {
      writeFileSync(path.join(folder, name), text)
      return path.join(folder, name)
    }
    const rulesFile = file('rules.yml', rules.replace('for: 2m', 'for: 0s'))
    expect(execFileSync('promtool', ['check', 'rules', rulesFile], { encoding: 'utf8' })).toContain('SUCCESS')
    const configFile = file(
      'prometheus.yml',
      `global: { evaluation_interval: 1s }\nrule_files: ['${rulesFile}']\n${config
        .replace('scheme: https', 'scheme: http')
        .replace('scrape_interval: 60s', 'scrape_interval: 1s')
        .replace('/etc/prometheus/sitewatch-key', file('key', user.key))
        .replace('watch.example.com', new URL(app.base).host)}`,
    )
    const port = await freePort()
    const child = spawn(
      'prometheus',
      [`--config.file=${configFile}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=127.0.0.1:${port}`],
      { stdio: 'ignore' },
    )
    onTestFinished(async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    })
    const query = async (what: string): Promise<unknown> => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/${what}`).catch(() => undefined)
      return response ? ((await response.json()) as { data?: unknown }).data : undefined
    }
    const firing = async (): Promise<string[]> => {
      const { alerts = [] } = ((await query('alerts')) ?? {}) as {
        alerts?: { labels: Record<string, string>; state: string }[]
      }
      return alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => `${labels['alertname']} ${labels['monitor_id']} ${labels['name']}`)
    }
    await expect.poll(firing, { interval: 250 }).toContain(`MonitorDown ${down} ${HOSTILE}`)
    const up = (await query('query?query=up')) as { result: { value: [number, string] }[] }
    expect(up.result[0]?.value[1]).toBe('1')
  })
})

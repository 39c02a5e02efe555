import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../support/command.ts'
import { cloneDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { startProgram } from '../support/program.ts'

const FOLDER = path.join(ROOT, 'deploy/prometheus')
const TOKEN = 'a token for the metrics'

/** Prometheus with the files of deploy/prometheus, adapted to the addresses of this test. */
async function startPrometheus(target: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-prometheus-'))
  const port = await freePort()
  const token = path.join(folder, 'token')
  writeFileSync(token, TOKEN)
  const config = readFileSync(path.join(FOLDER, 'prometheus.yml'), 'utf8')
    .replace('localhost:8080', new URL(target).host)
    .replace('/etc/prometheus/sitewatch-token', token)
    .replace('scrape_interval: 15s', 'scrape_interval: 1s')
    .replace('[sitewatch.rules.yml]', `['${path.join(FOLDER, 'sitewatch.rules.yml')}']`)
  const file = path.join(folder, 'prometheus.yml')
  writeFileSync(file, config)
  const child = spawn(
    'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: 'ignore' },
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  return `http://127.0.0.1:${port}/api/v1`
}

async function fetchApi<T>(url: string): Promise<T | undefined> {
  const response = await fetch(url).catch(() => undefined)
  const { data } = response ? ((await response.json()) as { data?: T }) : {}
  return data
}

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[]
}

const readExpressions = (): string[] => {
  const { panels } = JSON.parse(readFileSync(path.join(ROOT, 'deploy/grafana/sitewatch.json'), 'utf8')) as Dashboard
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

const NAME = /\b(?:sitewatch|process|nodejs)_[a-z0-9_]+/g

describe('Prometheus with the files of deploy/prometheus', () => {
  it('accepts the rules, and the unit tests of the rules pass', () => {
    const promtool = (...args: string[]): string => execFileSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' })
    expect(promtool('check', 'rules', 'sitewatch.rules.yml')).toContain('SUCCESS')
    expect(promtool('test', 'rules', 'sitewatch.rules.test.yml')).toContain('SUCCESS')
  })

  it('scrapes a running Sitewatch, which has every metric that the rules and the dashboard use', async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'sitewatch-metrics-'))
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    const env = { SITEWATCH_DATA_DIR: data, SITEWATCH_METRICS_TOKEN: TOKEN }
    const program = await startProgram(await cloneDatabase(), { roles: [], env })
    onTestFinished(async () => {
      program.kill('SIGKILL')
      await program.ended
    })
    const api = await startPrometheus(program.base)
    const up = async () =>
      (await fetchApi<{ result: { value: [number, string] }[] }>(`${api}/query?query=up`))?.result[0]?.value[1]
    await expect.poll(up).toBe('1')

    const known = await fetchApi<{ metric: string }[]>(`${api}/targets/metadata`)
    const names = new Set((known ?? []).map(({ metric }) => metric))
    const rules = readFileSync(path.join(FOLDER, 'sitewatch.rules.yml'), 'utf8')
    const used = [rules, ...readExpressions()].flatMap((text) => text.match(NAME) ?? [])
    expect(used.length).toBeGreaterThan(30)
    expect(used.filter((name) => !names.has(name) && !names.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
    for (const expr of readExpressions()) {
      const query = expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*')
      const answer = await fetch(`${api}/query?query=${encodeURIComponent(query)}`)
      expect(answer.status, query).toBe(200)
    }
    const loaded = await fetchApi<{ groups: { rules: { health: string; name: string }[] }[] }>(`${api}/rules`)
    expect(loaded?.groups[0]?.rules.length).toBeGreaterThan(10)
  })
})

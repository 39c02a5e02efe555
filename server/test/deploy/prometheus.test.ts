import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROUTES } from '@sitewatch/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../support/command.ts'
import { cloneDatabase } from '../support/database.ts'
import { startProgram } from '../support/program.ts'
import { fetchApi, METRICS_TOKEN, PROMETHEUS_FOLDER, readRules, startPrometheus } from '../support/prometheus.ts'

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
    const promtool = (...args: string[]): string =>
      execFileSync('promtool', args, { cwd: PROMETHEUS_FOLDER, encoding: 'utf8' })
    expect(promtool('check', 'rules', 'sitewatch.rules.yml')).toContain('SUCCESS')
    expect(promtool('test', 'rules', 'sitewatch.rules.test.yml')).toContain('SUCCESS')
  })

  it('counts no stream as a slow request', () => {
    const streams = ROUTES.filter(({ alsoAnswers }) => alsoAnswers?.includes('text/event-stream')).map(({ id }) => id)
    const left_out = /route!~"([^"]+)"/.exec(readRules())?.[1]?.split('|')
    expect(left_out?.toSorted()).toEqual(streams.toSorted())
  })

  it('scrapes a running Sitewatch, which has every metric that the rules and the dashboard use', async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'sitewatch-metrics-'))
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    const env = { SITEWATCH_DATA_DIR: data, SITEWATCH_METRICS_TOKEN: METRICS_TOKEN }
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
    const used = [readRules(), ...readExpressions()].flatMap((text) => text.match(NAME) ?? [])
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

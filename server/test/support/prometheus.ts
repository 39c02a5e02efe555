import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { ROOT } from './command.ts'
import { freePort } from './free-port.ts'

export const PROMETHEUS_FOLDER = path.join(ROOT, 'deploy/prometheus')
export const METRICS_TOKEN = 'a token for the metrics'

export const readRules = (): string => readFileSync(path.join(PROMETHEUS_FOLDER, 'sitewatch.rules.yml'), 'utf8')

/** Prometheus with the files of deploy/prometheus, adapted to the addresses of this test. Returns the base of its API. */
export async function startPrometheus(target: string, rules = readRules(), scrape_seconds = 1): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-prometheus-'))
  const port = await freePort()
  const token = path.join(folder, 'token')
  writeFileSync(token, METRICS_TOKEN)
  writeFileSync(path.join(folder, 'sitewatch.rules.yml'), rules)
  const config = readFileSync(path.join(PROMETHEUS_FOLDER, 'prometheus.yml'), 'utf8')
    .replace('localhost:8080', new URL(target).host)
    .replace('/etc/prometheus/sitewatch-token', token)
    .replace('scrape_interval: 15s', `scrape_interval: ${scrape_seconds}s`)
  const file = path.join(folder, 'prometheus.yml')
  writeFileSync(file, `global: { evaluation_interval: 1s }\n${config}`)
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

export async function fetchApi<T>(url: string): Promise<T | undefined> {
  const response = await fetch(url).catch(() => undefined)
  const { data } = response ? ((await response.json()) as { data?: T }) : {}
  return data
}

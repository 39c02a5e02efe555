import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import { deliverToProvider } from '../../../src/alerting/notifications/deliver.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { startApp } from '../../support/app.ts'
import { startHttpSink } from '../../support/sinks.ts'
import { TEST_SECRET } from '../../support/secret.ts'

const app = await startApp({ SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' })
const sink = await startHttpSink()
const SCRIPT = path.resolve(import.meta.dirname, 'killed-deliver.ts')

function runChild(provider_id: number, kill_at: number): Promise<{ signal: string | null; passed: string[] }> {
  return new Promise((resolve, reject) => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: app.database.url,
      SITEWATCH_SECRET: TEST_SECRET,
      SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
      SITEWATCH_MIGRATE: '0',
    }
    const child = spawn(process.execPath, [SCRIPT, String(provider_id), String(kill_at)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (_code, signal) =>
      resolve({ signal, passed: output === '' ? [] : (JSON.parse(output) as string[]) }),
    )
  })
}

/** A user, a provider and one open incident that nobody has been told of yet. */
async function makeOutage(): Promise<{ provider_id: number; received: () => string[] }> {
  const user = await app.makeUser()
  const hook = `/services/T/B/${Math.random().toString(36).slice(2)}`
  const provider = await app.call('POST', '/api/providers', {
    key: user.key,
    json: { provider_type: 'slack', webhook_url: sink.url + hook },
  })
  const monitor = await app.call('POST', '/api/monitors', {
    key: user.key,
    json: { friendly_name: 'Shop', url: 'http://127.0.0.1:9/' },
  })
  const provider_id: number = provider.body.data.id
  const monitor_id: number = monitor.body.data.id
  await app.call('POST', `/api/monitors/${monitor_id}/notifications`, { key: user.key, json: { provider_id } })
  await app.database.admin.query(
    `with opened as (insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
       values ($1, $2, 'connect', 'Connection refused.', now(), now()) returning id)
     select announce_incident(id, 'opened') from opened`,
    [user.id, monitor_id],
  )
  return { provider_id, received: () => sink.sentTo(hook).map((request) => request.body) }
}

async function finish(provider_id: number): Promise<void> {
  const { config, postgres, vault, mailer, egress } = app.parts
  await deliverToProvider(
    { config, postgres, vault, gateways: { config, mailer, egress }, clock: systemClock },
    provider_id,
  )
}

it(
  'a worker killed at any await while it delivers loses nothing and repeats at most one message, which says so',
  { timeout: 180_000 },
  async () => {
    const whole = await makeOutage()
    const { passed } = await runChild(whole.provider_id, 0)
    expect(whole.received()).toHaveLength(1)
    expect(passed).toContain('before egress.request')
    expect(passed.filter((name) => name === 'after postgres.asRole').length).toBeGreaterThanOrEqual(2)

    const outcomes: { killed_at: string; messages: number }[] = []
    const killAt = async (n: number): Promise<void> => {
      const outage = await makeOutage()
      const { signal } = await runChild(outage.provider_id, n)
      expect(signal, passed[n - 1]).toBe('SIGKILL')
      await finish(outage.provider_id)
      const received = outage.received()
      outcomes.push({ killed_at: passed[n - 1] ?? '', messages: received.length })
      expect(received.length, passed[n - 1]).toBeGreaterThanOrEqual(1)
      expect(received.length, passed[n - 1]).toBeLessThanOrEqual(2)
      if (received.length === 2) expect(received[1], passed[n - 1]).toContain('Possible duplicate')
    }
    const points = passed.map((_, index) => index + 1)
    const next = async (): Promise<void> => {
      for (let n = points.shift(); n !== undefined; n = points.shift()) await killAt(n)
    }
    await Promise.all([next(), next()])
    expect(outcomes).toHaveLength(passed.length)
    // Killed between the far side's answer and our note of it: that is where a repeat comes from, and there must be one.
    expect(outcomes.some((outcome) => outcome.messages === 2)).toBe(true)
  },
)

import path from 'node:path'
import { expect, it } from 'vitest'
import { deliverToProvider } from '../../../src/alerting/notifications/deliver.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { startApp } from '../../support/app.ts'
import { runKilledScript } from '../../support/killed-script.ts'
import { startHttpSink } from '../../support/sinks.ts'
import { sized } from '../../support/size.ts'
import { watchCalls } from './kill-points.ts'

const app = await startApp({ SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' })
const sink = await startHttpSink()
const SCRIPT = path.resolve(import.meta.dirname, 'killed-deliver.ts')

const deliverKilled = (provider_id: number, kill_at: number) =>
  runKilledScript(app.database, SCRIPT, [provider_id, kill_at])

/** A user, a provider and an open incident with a pending delivery: the alert or, if acknowledged, the acknowledgement. */
async function makeOutage(isAcknowledged = false): Promise<{ provider_id: number; received: () => string[] }> {
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
  if (isAcknowledged) {
    const { rows } = await app.database.admin.query<{ incident_id: string }>(
      `update deliveries set status = 'sent', sent_at = now() where provider_id = $1 returning incident_id`,
      [provider_id],
    )
    const acknowledged = await app.call('POST', `/api/incidents/${rows[0]?.incident_id}/acknowledge`, { key: user.key })
    expect(acknowledged.status).toBe(200)
  }
  return { provider_id, received: () => sink.sentTo(hook).map((request) => request.body) }
}

async function deliver(provider_id: number, { postgres, egress } = app.parts): Promise<void> {
  const { config, vault } = app.parts
  const gateways = { ...app.parts, egress }
  await deliverToProvider({ config, postgres, vault, gateways, clock: systemClock }, provider_id)
}

it('a worker killed at any await while it delivers loses nothing and repeats at most one message, which says so', async () => {
  const complete = await makeOutage()
  const { passed, watch } = watchCalls(0)
  const { postgres, egress } = app.parts
  await deliver(complete.provider_id, {
    ...app.parts,
    postgres: watch('postgres', postgres),
    egress: watch('egress', egress),
  })
  expect(complete.received()).toHaveLength(1)
  expect(passed).toContain('before egress.request')
  expect(passed.filter((name) => name === 'after postgres.asRole').length).toBeGreaterThanOrEqual(2)

  const outcomes: { killed_at: string; messages: number }[] = []
  const killAt = async (n: number): Promise<void> => {
    const outage = await makeOutage(n % 2 === 0)
    const { signal } = await deliverKilled(outage.provider_id, n)
    expect(signal, passed[n - 1]).toBe('SIGKILL')
    await deliver(outage.provider_id)
    const received = outage.received()
    outcomes.push({ killed_at: passed[n - 1] ?? '', messages: received.length })
    expect(received.length, passed[n - 1]).toBeGreaterThanOrEqual(1)
    expect(received.length, passed[n - 1]).toBeLessThanOrEqual(2)
    if (received.length === 2) expect(received[1], passed[n - 1]).toContain('Possible duplicate')
  }
  const points = passed.flatMap((name, index) =>
    name === 'after egress.request' || index % sized(6, 1) === 0 ? [index + 1] : [],
  )
  const count = points.length
  const next = async (): Promise<void> => {
    for (let n = points.shift(); n !== undefined; n = points.shift()) await killAt(n)
  }
  await Promise.all([next(), next()])
  expect(outcomes).toHaveLength(count)
  // A kill between the provider's answer and the commit of our record causes the repeat, so there must be at least one.
  expect(outcomes.some((outcome) => outcome.messages === 2)).toBe(true)
})

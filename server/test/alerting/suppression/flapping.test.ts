import { describe, expect, it } from 'vitest'
import { releaseAlerts } from '../../../src/alerting/suppression/release.ts'
import { announceIncidents, notifyAudiences } from '../../../src/roles/announce.ts'
import { startApp } from '../../support/app.ts'
import { makeCaller } from '../../support/callers.ts'
import { insertIncident } from '../../support/incidents.ts'

const app = await startApp()
const { admin } = app.database

/** A monitor that flaps behind a router, both with a provider. */
async function makeDependent() {
  const caller = await makeCaller(app)
  const team_id = caller.user.id
  const provider = await caller.make('/api/providers', { provider_type: 'email', recipient_email: 'a@example.com' })
  const make = (friendly_name: string, depends_on: number[] = []) =>
    caller.make('/api/monitors', { friendly_name, url: 'https://a.example', depends_on, provider_ids: [provider] })
  const router = await make('router')
  const monitor_id = await make('server', [router])
  const setRouter = (status: 'up' | 'down') =>
    admin.query(
      `update monitor_state set status = $2, last_checked_at = clock_ms(), next_due_at = null where monitor_id = $1`,
      [router, status],
    )
  await setRouter('up')
  const incident_id = await insertIncident(app, monitor_id, { from: Date.now() - 20 * 60_000 })
  const announce = (change: object) =>
    app.parts.postgres.asRole('worker', (tx) => announceIncidents(tx, [{ team_id, monitor_id, ...change } as never]))
  const listKinds = async (): Promise<string[]> =>
    (
      await admin.query<{ kind: string }>('select kind from deliveries where monitor_id = $1 order by id', [monitor_id])
    ).rows.map(({ kind }) => kind)
  return { incident_id, setRouter, announce, listKinds }
}

const started = (status: 'up' | 'down') => ({ kind: 'flapping_started', status, at: Date.now() })
const ended = (status: 'up' | 'down') => ({ kind: 'flapping_ended', status, at: Date.now() })

describe('a flapping monitor that depends on another', () => {
  it('is alerted when it stays down, although the start of flapping was not announced', async () => {
    const { announce, setRouter, listKinds } = await makeDependent()
    await setRouter('down')
    await announce(started('down'))
    await setRouter('up')
    await announce(ended('down'))
    expect(await listKinds()).toEqual(['flapping_ended'])
  })

  it('is not alerted a second time when its alert is held', async () => {
    const { announce, setRouter, listKinds, incident_id } = await makeDependent()
    await setRouter('down')
    await announce({ kind: 'opened', status: 'down', incident_id, alert: 'digest' })
    await announce(ended('down'))
    expect(await listKinds()).toEqual([])
  })

  it('ends flapping without a message if the start was not announced, and with one if it was, however long ago', async () => {
    const quiet = await makeDependent()
    await quiet.setRouter('down')
    await quiet.announce(started('up'))
    await quiet.announce(ended('up'))
    expect(await quiet.listKinds()).toEqual([])
    const announced = await makeDependent()
    await announced.announce(started('up'))
    await admin.query(`update deliveries set created_at = now() - interval '3 days' where kind = 'flapping_started'`)
    await announced.announce(ended('up'))
    expect(await announced.listKinds()).toEqual(['flapping_started', 'flapping_ended'])
  })
})

it('a held alert is not sent while the recovery of its incident is being recorded', async () => {
  const { announce, setRouter, listKinds, incident_id } = await makeDependent()
  await setRouter('down')
  await announce({ kind: 'opened', status: 'down', incident_id, alert: 'send' })
  await setRouter('up')
  const release = () =>
    releaseAlerts({ postgres: app.parts.postgres, announce: notifyAudiences }, Date.now() + 3_600_000)
  const recording = await admin.connect()
  try {
    await recording.query('begin')
    await recording.query(`update incidents set resolved_at = now(), resolution = 'recovered' where id = $1`, [
      incident_id,
    ])
    await release()
    expect(await listKinds()).toEqual([])
    await recording.query('commit')
  } finally {
    recording.release()
  }
  await release()
  expect(await listKinds()).toEqual([])
})

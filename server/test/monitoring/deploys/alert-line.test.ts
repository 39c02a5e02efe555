import { describe, expect, it } from 'vitest'
import { startAlerting } from '../../alerting/notifications/alerting.ts'

const { app, sink, makeSlack, makeMonitor, openIncident, closeIncident, deliver } = await startAlerting()

async function alertAfter(deploys: (monitor_id: number) => object[]) {
  const user = await app.makeUser()
  const provider = await makeSlack(user)
  const monitor_id = await makeMonitor(user, provider.id)
  for (const json of deploys(monitor_id)) {
    const { status, text } = await app.call('POST', '/api/deploys', { key: user.key, json })
    expect(status, text).toBe(201)
  }
  const incident_id = await openIncident(monitor_id)
  await deliver(provider.id)
  return {
    incident_id,
    provider,
    text: () =>
      sink
        .sentTo(provider.path)
        .map(({ body }) => body)
        .join('\n'),
  }
}

/** Incidents of these tests start 20 seconds ago. */
const before = (minutes: number): string => new Date(Date.now() - 20_000 - minutes * 60_000).toISOString()

describe('an alert after a deploy', () => {
  it('names the newest deploy of the last half hour in one line, but the recovery message does not', async () => {
    const alert = await alertAfter(() => [
      { version: '2.4.0', deployed_at: before(25) },
      { version: '2.4.1', environment: 'staging', deployed_at: before(4) },
    ])
    expect(alert.text()).toMatch(/2\.4\.1 \(staging\), 4\smin before/)
    expect(alert.text()).not.toContain('2.4.0')
    await closeIncident(alert.incident_id)
    await deliver(alert.provider.id)
    expect(alert.text().match(/2\.4\.1/g)?.length).toBe(
      alert
        .text()
        .split('\n')[0]
        ?.match(/2\.4\.1/g)?.length,
    )
  })

  it('does not name a deploy that is older, later, or of something else', async () => {
    const alert = await alertAfter(() => [
      { version: '1.0.0', deployed_at: before(31) },
      { version: '1.0.1', deployed_at: before(-0.2) },
      { version: '1.0.2', deployed_at: before(4), tags: ['another'] },
    ])
    expect(alert.text()).toContain('Shop')
    expect(alert.text()).not.toMatch(/1\.0\.\d/)
  })

  it('names a deploy that lists the monitor', async () => {
    const alert = await alertAfter((monitor_id) => [
      { version: '7', deployed_at: before(2), monitor_ids: [monitor_id] },
    ])
    expect(alert.text()).toMatch(/7 \(production\), 2\smin before/)
  })
})

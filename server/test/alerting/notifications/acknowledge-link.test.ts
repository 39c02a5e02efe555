import { describe, expect, it } from 'vitest'
import { makeAcknowledgeUrl } from '../../../src/alerting/notifications/acknowledge-link.ts'
import type { TestUser } from '../../support/app.ts'
import { startAlerting } from './alerting.ts'

const { app, sink, makeSlack, makeMonitor, openIncident, closeIncident, deliver } = await startAlerting()
const { config } = app.parts
const LINK = /(\/acknowledge\/[0-9A-Za-z-]+)/

interface Alerted {
  user: TestUser
  provider_id: number
  incident_id: number
  /** The path of the link in the message. */
  path: string
}

async function alertSomebody(): Promise<Alerted> {
  const user = await app.makeUser()
  const provider = await makeSlack(user)
  const incident_id = await openIncident(await makeMonitor(user, provider.id))
  await deliver(provider.id)
  const [, path = 'no link'] = LINK.exec(sink.sentTo(provider.path)[0]?.body ?? '') ?? []
  return { user, provider_id: provider.id, incident_id, path }
}

async function readIncident({ user, incident_id }: Alerted) {
  return (await app.call('GET', `/api/incidents/${incident_id}`, { key: user.key })).body.data
}

const pathOf = (url: string): string => new URL(url).pathname

describe('the link in an alert', () => {
  it('opens a page with one button, which acknowledges the incident as the provider; opening it changes nothing', async () => {
    const alerted = await alertSomebody()
    for (const method of ['GET', 'HEAD']) {
      const page = await app.call(method, alerted.path)
      expect([method, page.status]).toEqual([method, 200])
      if (method === 'GET') expect(page.text).toContain('Acknowledge</button>')
    }
    expect(await readIncident(alerted)).toMatchObject({ status: 'open' })
    const pressed = await app.call('POST', alerted.path)
    expect([pressed.status, pressed.text]).toEqual([200, expect.stringContaining('Incident acknowledged')])
    const incident = await readIncident(alerted)
    expect(incident).toMatchObject({ status: 'acknowledged', acknowledged_by: expect.stringContaining('slack') })
    const again = await app.call('POST', alerted.path)
    expect([again.status, again.text]).toEqual([200, expect.not.stringContaining('<button')])
    expect(await readIncident(alerted)).toEqual(incident)
  })

  it('leaves an entry in the audit log with the IP address of the person who pressed the button', async () => {
    const alerted = await alertSomebody()
    await app.call('POST', alerted.path)
    await app.call('POST', alerted.path)
    const { body } = await app.call('GET', '/api/audit-log?action=incident.acknowledged', { key: alerted.user.key })
    expect(body.data).toMatchObject([
      { actor_type: 'anonymous', record_id: alerted.incident_id, ip_address: '127.0.0.1' },
    ])
  })

  it('leads to a page without a button once the incident is resolved', async () => {
    const alerted = await alertSomebody()
    await closeIncident(alerted.incident_id)
    const page = await app.call('GET', alerted.path)
    expect(page.text).toContain('already resolved')
    expect(page.text).not.toContain('<button')
    expect((await app.call('POST', alerted.path)).status).toBe(200)
    expect(await readIncident(alerted)).toMatchObject({ status: 'resolved', acknowledged_at: null })
  })

  it('does nothing once its provider is deleted', async () => {
    const alerted = await alertSomebody()
    await app.call('DELETE', `/api/providers/${alerted.provider_id}`, { key: alerted.user.key })
    expect((await app.call('POST', alerted.path)).status).toBe(404)
    expect(await readIncident(alerted)).toMatchObject({ status: 'open' })
  })

  it('does nothing when it is tampered with, expired, of another team or of another purpose, 1,000 times', async () => {
    const [one, other] = [await alertSomebody(), await alertSomebody()]
    const subject = { team_id: one.user.id, incident_id: one.incident_id, provider_id: one.provider_id }
    const now = Date.now()
    const make = (changes: Partial<typeof subject>, at = now, secret = config.SITEWATCH_SECRET): string =>
      pathOf(
        makeAcknowledgeUrl({ BASE_URL: config.BASE_URL, SITEWATCH_SECRET: secret }, { ...subject, ...changes }, at),
      )
    const at = one.path.lastIndexOf('/') + 1
    const tampered = Array.from({ length: 960 }, (_, n) => {
      const place = at + (n % (one.path.length - at))
      const letter = one.path[place] === 'a' ? 'b' : 'a'
      return n < 480
        ? one.path.slice(0, place) + letter + one.path.slice(place + 1)
        : one.path.slice(0, place) + one.path.slice(place + 1 + (n % 3))
    })
    const forged = [
      make({}, now - 8 * 86_400_000),
      make({}, now, 'another secret of at least 32 characters'),
      make({ team_id: other.user.id }),
      make({ incident_id: other.incident_id }),
      make({ provider_id: other.provider_id }),
      make({ incident_id: 999_999_999 }),
      one.path.replace('/acknowledge/', '/confirm/'),
    ]
    const all = [...tampered, ...Array.from({ length: 6 }, () => forged).flat()].filter((path) => path !== one.path)
    expect(all.length).toBeGreaterThanOrEqual(1000)
    const statuses = new Set<number>()
    for (const path of all) statuses.add((await app.call('POST', path)).status)
    expect([...statuses].toSorted()).toEqual([404])
    expect(await readIncident(one)).toMatchObject({ status: 'open' })
    expect(await readIncident(other)).toMatchObject({ status: 'open' })
  })
})

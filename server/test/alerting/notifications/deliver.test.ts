import { describe, expect, it } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { makeClock, startAlerting } from './alerting.ts'

const { app, sink, makeSlack, makeMonitor, openIncident, closeIncident, titles, deliver } = await startAlerting()

const deliveriesOf = async (user: TestUser, query = '') =>
  (await app.call('GET', `/api/deliveries${query}`, { key: user.key })).body

describe('the deliveries of an incident', () => {
  it('are one alert when it opens and one when it is resolved, in that order', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const incident = await openIncident(await makeMonitor(user, provider.id))
    expect(await deliver(provider.id)).toBeNull()
    expect(await deliver(provider.id)).toBeNull()
    await closeIncident(incident)
    expect(await deliver(provider.id)).toBeNull()
    expect(titles(provider.path)).toEqual(['Down: Shop', expect.stringMatching(/^Resolved: Shop, down for 2\d s$/)])
    const { data } = await deliveriesOf(user)
    expect(
      data.map((row: { kind: string; status: string; attempts: number }) => [row.kind, row.status, row.attempts]),
    ).toEqual([
      ['resolved', 'sent', 1],
      ['opened', 'sent', 1],
    ])
  })

  it('are counted in the metrics by provider type and outcome', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const readCount = async (): Promise<number> => {
      const { text } = await app.call('GET', '/metrics')
      const sent = /^sitewatch_delivery_attempts_total\{provider_type="slack",outcome="sent"\} (\d+)$/m.exec(text)
      return Number(sent?.[1] ?? 0)
    }
    const before = await readCount()
    await openIncident(await makeMonitor(user, provider.id))
    await deliver(provider.id)
    expect(await readCount()).toBe(before + 1)
  })

  it('are not repeated when the incident is announced again', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const incident = await openIncident(await makeMonitor(user, provider.id))
    await app.database.admin.query(`select announce_incident($1, 'opened'), announce_incident($1, 'opened')`, [
      incident,
    ])
    await deliver(provider.id)
    expect(titles(provider.path)).toEqual(['Down: Shop'])
  })

  it('do not exist for a disabled assignment, nor for a recovery whose alert was never sent', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const monitor = await makeMonitor(user, provider.id)
    const assign = (enabled: boolean) =>
      app.call('POST', `/api/monitors/${monitor}/notifications`, {
        key: user.key,
        json: { provider_id: provider.id, enabled },
      })
    await assign(false)
    const incident = await openIncident(monitor)
    await assign(true)
    await closeIncident(incident)
    expect(await deliver(provider.id)).toBeNull()
    expect(titles(provider.path)).toEqual([])
  })
})

describe('a delivery whose outcome is unknown', () => {
  it('is sent again, with a note that it may be a repeat', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    await openIncident(await makeMonitor(user, provider.id))
    // The state that a worker leaves if it dies right before it sends.
    await app.database.admin.query(
      `update deliveries set attempts = 1, attempt_started_at = now() where provider_id = $1`,
      [provider.id],
    )
    await deliver(provider.id)
    expect(sink.sentTo(provider.path)[0]?.body).toContain('Possible duplicate')
    expect((await deliveriesOf(user)).data[0]).toMatchObject({ status: 'sent', possible_repeat: true, attempts: 2 })
  })
})

describe('a provider that answers 500', () => {
  it('for six hours gets the held alerts in one message, in order, and none is lost', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const clock = makeClock()
    const end = clock.at + 6 * 3_600_000
    const broken: number[] = []
    sink.on(provider.path, () => {
      if (clock.at >= end) return { status: 200, body: 'ok' }
      broken.push(clock.at)
      return { status: 500, body: 'oops' }
    })
    const first = await openIncident(await makeMonitor(user, provider.id, 'One'))
    let at: number | null = await deliver(provider.id, clock)
    await closeIncident(first)
    await openIncident(await makeMonitor(user, provider.id, 'Two'))
    while (at !== null) {
      expect(at).toBeGreaterThan(clock.at)
      clock.at = at
      at = await deliver(provider.id, clock)
    }
    expect(broken.length).toBeGreaterThan(20)
    expect(broken.length).toBeLessThan(60)
    const last = JSON.parse(sink.sentTo(provider.path).at(-1)?.body ?? '{}') as {
      text: string
      blocks: { text?: { text: string } }[]
    }
    expect(last.text).toContain('3 delayed notifications')
    expect(last.blocks[1]?.text?.text.split('\n')).toEqual([
      '• Down: One',
      expect.stringMatching(/^• Resolved: One, down for 2\d s$/),
      '• Down: Two',
    ])
    expect((await deliveriesOf(user, '?status=sent')).meta.total).toBe(3)
  })

  it('for 24 hours has the alert marked failed, and the user can retry it', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const clock = makeClock()
    sink.on(provider.path, () => ({ status: 503, body: 'away' }))
    await openIncident(await makeMonitor(user, provider.id))
    for (let at: number | null = clock.at; at !== null; at = await deliver(provider.id, clock)) clock.at = at
    expect((clock.at - Date.now()) / 3_600_000).toBeGreaterThan(23.5)
    const { data } = await deliveriesOf(user, '?status=failed')
    expect(data[0]).toMatchObject({
      kind: 'opened',
      status: 'failed',
      last_error: 'Failed for 24 hours; no further attempts. Slack returned 503: away',
    })
    sink.on(provider.path, () => ({ status: 200, body: 'ok' }))
    const retried = await app.call('POST', `/api/deliveries/${data[0].id}/retry`, { key: user.key })
    expect([retried.status, retried.body.data.status]).toEqual([200, 'pending'])
    expect(await deliver(provider.id)).toBeNull()
    expect((await deliveriesOf(user, '?status=sent')).meta.total).toBe(1)
    const again = await app.call('POST', `/api/deliveries/${data[0].id}/retry`, { key: user.key })
    expect([again.status, again.body.errors[0].code]).toEqual([422, 'not_failed'])
  })
})

describe('a provider that answers 404', () => {
  it('has the alert marked failed at once, and shows the answer', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    sink.on(provider.path, () => ({ status: 404, body: 'no_service' }))
    await openIncident(await makeMonitor(user, provider.id))
    expect(await deliver(provider.id)).toBeNull()
    expect((await deliveriesOf(user, '?status=failed')).data[0].last_error).toBe('Slack returned 404: no_service')
    const shown = await app.call('GET', `/api/providers/${provider.id}`, { key: user.key })
    expect(shown.body.data.last_delivery).toMatchObject({
      kind: 'alert',
      outcome: 'failed',
      message: 'Slack returned 404: no_service',
    })
  })
})

describe('many incidents in one minute', () => {
  it('are sent one by one up to ten, and the rest in one message; none is dropped', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const clock = makeClock()
    for (let n = 1; n <= 25; n++) await openIncident(await makeMonitor(user, provider.id, `m${n}`))
    const until = await deliver(provider.id, clock)
    expect(titles(provider.path)).toEqual(Array.from({ length: 10 }, (_, n) => `Down: m${n + 1}`))
    clock.at = until ?? 0
    expect(await deliver(provider.id, clock)).toBeNull()
    expect(titles(provider.path)).toHaveLength(11)
    expect(titles(provider.path)[10]).toBe('15 monitors are down')
    const listed = sink.sentTo(provider.path)[10]?.body ?? ''
    for (let n = 11; n <= 25; n++) expect(listed).toContain(`Down: m${n}`)
  })
})

describe('Retry-After', () => {
  it('of a provider is honoured', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const clock = makeClock()
    sink.on(provider.path, () => ({ status: 429, body: '', headers: { 'retry-after': '600' } }))
    await openIncident(await makeMonitor(user, provider.id))
    expect(await deliver(provider.id, clock)).toBeGreaterThanOrEqual(clock.at + 600_000)
  })
})

describe('/api/account/notifications', () => {
  it('has defaults, changes only the fields sent, and needs a session', async () => {
    const user = await app.makeUser()
    const cookie = await app.signIn(user)
    expect((await app.call('GET', '/api/account/notifications', { cookie })).body.data).toEqual({
      object: 'notification_preferences',
      reminder_minutes: null,
      sms_per_day: 50,
      unavailable_types: expect.any(Array),
    })
    const changed = await app.call('PATCH', '/api/account/notifications', { cookie, json: { reminder_minutes: 30 } })
    expect(changed.body.data).toMatchObject({ reminder_minutes: 30, sms_per_day: 50 })
    expect(
      (await app.call('PUT', '/api/account/notifications', { cookie, json: { reminder_minutes: 1 } })).status,
    ).toBe(422)
    expect((await app.call('GET', '/api/account/notifications', { key: user.key })).status).toBe(403)
  })

  it('lists provider types without a gateway in unavailable_types, with the missing settings', async () => {
    const withoutGateways = await startApp()
    const cookie = await withoutGateways.makeSession((await withoutGateways.makeUser()).id)
    const { data } = (await withoutGateways.call('GET', '/api/account/notifications', { cookie })).body
    expect(data.unavailable_types).toEqual([
      { provider_type: 'email', missing_settings: ['SMTP_URL'] },
      {
        provider_type: 'sms',
        missing_settings: ['SITEWATCH_SMS_ACCOUNT_SID', 'SITEWATCH_SMS_AUTH_TOKEN', 'SITEWATCH_SMS_FROM'],
      },
    ])
  })

  it('sets the interval of reminders, which are sent until somebody acknowledges the incident', async () => {
    const user = await app.makeUser()
    const cookie = await app.signIn(user)
    await app.call('PUT', '/api/account/notifications', { cookie, json: { reminder_minutes: 5 } })
    const provider = await makeSlack(user)
    const incident = await openIncident(await makeMonitor(user, provider.id))
    const remind = async (): Promise<string[]> => {
      await app.database.admin.query('select announce_reminders()')
      await deliver(provider.id)
      return titles(provider.path)
    }
    const later = () =>
      app.database.admin.query(
        `update deliveries set created_at = created_at - interval '6 minutes' where incident_id = $1`,
        [incident],
      )
    expect(await remind()).toEqual(['Down: Shop'])
    await later()
    expect(await remind()).toEqual(['Down: Shop', 'Still down: Shop'])
    await later()
    await app.call('POST', `/api/incidents/${incident}/acknowledge`, { key: user.key, json: { by: 'Mina' } })
    const received = ['Down: Shop', 'Still down: Shop', 'Acknowledged by Mina: Shop']
    expect(await remind()).toEqual(received)
    await later()
    expect(await remind()).toEqual(received)
  })

  it('adds no reminder while one is pending, nor in a maintenance window', async () => {
    const user = await app.makeUser()
    const cookie = await app.signIn(user)
    await app.call('PUT', '/api/account/notifications', { cookie, json: { reminder_minutes: 5 } })
    const provider = await makeSlack(user)
    const monitor = await makeMonitor(user, provider.id)
    const incident = await openIncident(monitor)
    const { admin } = app.database
    const remindLater = async (): Promise<number> => {
      await admin.query(`update deliveries set created_at = created_at - interval '6 minutes' where incident_id = $1`, [
        incident,
      ])
      await admin.query('select announce_reminders()')
      const { rows } = await admin.query(`select 1 from deliveries where incident_id = $1 and kind = 'reminder'`, [
        incident,
      ])
      return rows.length
    }
    expect(await remindLater()).toBe(1)
    expect(await remindLater()).toBe(1)
    await deliver(provider.id)
    expect(await remindLater()).toBe(2)
    await deliver(provider.id)
    const hour = 3_600_000
    const [starts_at, ends_at] = [-hour, hour].map((from_now) => new Date(Date.now() + from_now).toISOString())
    const json = { name: 'Repair', monitor_ids: [monitor], starts_at, ends_at }
    expect((await app.call('POST', '/api/maintenance-windows', { key: user.key, json })).status).toBe(201)
    expect(await remindLater()).toBe(2)
  })
})

import { describe, expect, it } from 'vitest'
import { makeClock, startAlerting } from './alerting.ts'

const { app, makeSlack, makeMonitor, openIncident, closeIncident, titles, deliver } = await startAlerting()

const NIGHT = { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '22:00', to: '07:00' }
const AT_NIGHT = Date.parse(`${new Date().toISOString().slice(0, 10)}T23:00:00Z`)
const IN_THE_MORNING = AT_NIGHT + 8 * 3_600_000

async function makeQuiet(break_through?: object) {
  const user = await app.makeUser()
  const { id, path } = await makeSlack(user)
  const call = (method: string, url: string, json?: unknown) => app.call(method, url, { key: user.key, json })
  const quiet_hours = { timezone: 'UTC', ranges: [NIGHT], ...(break_through && { break_through }) }
  const saved = await call('PATCH', `/api/providers/${id}`, { quiet_hours })
  if (saved.status !== 200) throw new Error(saved.text)
  const list = async () =>
    (await call('GET', `/api/deliveries?provider_id=${id}`)).body.data as {
      kind: string
      status: string
      held_until: string
    }[]
  return { user, id, path, call, list, saved }
}

describe('quiet hours of a provider', () => {
  it('hold messages and send them as one message when the quiet hours end', async () => {
    const { user, id, path, list, saved } = await makeQuiet()
    expect(saved.body.data.quiet_hours).toEqual({
      timezone: 'UTC',
      ranges: [NIGHT],
      break_through: { escalations: true, tags: [] },
    })
    for (const name of ['Shop', 'Blog']) await openIncident(await makeMonitor(user, id, name))
    const clock = makeClock(AT_NIGHT)
    expect(await deliver(id, clock)).toBe(IN_THE_MORNING)
    expect(titles(path)).toEqual([])
    expect((await list()).map(({ status, held_until }) => [status, held_until])).toEqual(
      Array.from({ length: 2 }, () => ['pending', new Date(IN_THE_MORNING).toISOString()]),
    )
    clock.at = IN_THE_MORNING
    expect(await deliver(id, clock)).toBeNull()
    expect(titles(path)).toEqual(['2 monitors are down'])
    // Held for eight hours, and only expires 24 hours after that.
    expect((await list()).map(({ status }) => status)).toEqual(['sent', 'sent'])
  })

  it('skip alerts and recoveries of incidents that were resolved or acknowledged before the quiet hours ended', async () => {
    const { user, id, path, call, list } = await makeQuiet()
    const resolved = await openIncident(await makeMonitor(user, id))
    const acknowledged = await openIncident(await makeMonitor(user, id))
    const clock = makeClock(AT_NIGHT)
    await deliver(id, clock)
    await closeIncident(resolved)
    await call('POST', `/api/incidents/${acknowledged}/acknowledge`, {})
    clock.at = IN_THE_MORNING
    expect(await deliver(id, clock)).toBeNull()
    expect(titles(path)).toEqual([])
    expect((await list()).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'resolved skipped',
      'opened skipped',
      'opened skipped',
    ])
    // The alert was never sent, so the recovery is not announced either.
    await closeIncident(acknowledged)
    expect(await list()).toHaveLength(3)
    expect((await call('GET', '/api/deliveries?status=skipped')).body.data).toHaveLength(3)
  })

  it('let messages about chosen tags through at once', async () => {
    const { user, id, path, call } = await makeQuiet({ escalations: false, tags: ['critical'] })
    const monitor = await makeMonitor(user, id)
    await call('PATCH', `/api/monitors/${monitor}`, { tags: ['critical'] })
    await openIncident(monitor)
    await openIncident(await makeMonitor(user, id, 'Blog'))
    expect(await deliver(id, makeClock(AT_NIGHT))).toBe(IN_THE_MORNING)
    expect(titles(path)).toEqual(['Down: Shop'])
  })

  it('release held messages when they are removed', async () => {
    const { user, id, path, call } = await makeQuiet()
    await openIncident(await makeMonitor(user, id))
    const clock = makeClock(AT_NIGHT)
    await deliver(id, clock)
    await app.database.admin.query(`select graphile_worker.remove_job($1)`, [`deliver ${id}`])
    await call('PATCH', `/api/providers/${id}`, { quiet_hours: null })
    const { rowCount } = await app.database.admin.query(`select from graphile_worker.jobs where key = $1`, [
      `deliver ${id}`,
    ])
    expect(rowCount).toBe(1)
    await deliver(id, clock)
    expect(titles(path)).toHaveLength(1)
  })

  it('are refused when they cover the whole week or have no time zone', async () => {
    const { id, call } = await makeQuiet()
    const put = (quiet_hours: object) => call('PATCH', `/api/providers/${id}`, { quiet_hours })
    const all = [NIGHT, { ...NIGHT, from: '07:00', to: '22:00' }]
    expect((await put({ timezone: 'UTC', ranges: all })).status).toBe(422)
    expect((await put({ timezone: 'Mars/Olympus', ranges: [NIGHT] })).status).toBe(422)
    expect((await put({ timezone: 'UTC', ranges: [] })).status).toBe(422)
    expect((await put({ timezone: 'UTC', ranges: [NIGHT] })).status).toBe(200)
  })
})

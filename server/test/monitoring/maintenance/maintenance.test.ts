import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'

const app = await startApp()
const hour = 3_600_000
const at = (ms: number): string => new Date(Date.now() + ms).toISOString()
const maintained = async (when: string): Promise<number[]> =>
  (
    await app.database.admin.query<{ monitor_id: string }>(
      'select monitor_id from list_maintained_monitors($1) order by 1',
      [when],
    )
  ).rows.map((row) => Number(row.monitor_id))

async function makeMonitor(key: string): Promise<number> {
  return (await app.call('POST', '/api/monitors', { key, json: { friendly_name: 'm', url: 'https://example.com/' } }))
    .body.data.id
}

describe('/api/maintenance-windows', () => {
  it('creates, shows, changes, lists and deletes', async () => {
    const { key } = await app.makeUser()
    const monitor_id = await makeMonitor(key)
    const made = await app.call('POST', '/api/maintenance-windows', {
      key,
      json: { name: 'move', starts_at: at(-hour), ends_at: at(hour), monitor_ids: [monitor_id] },
    })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      object: 'maintenance_window',
      repeat: 'none',
      timezone: 'UTC',
      monitor_ids: [monitor_id],
      is_under_way: true,
    })
    const path = `/api/maintenance-windows/${made.body.data.id}`
    const changed = await app.call('PATCH', path, { key, json: { ends_at: at(-hour / 2), monitor_ids: [] } })
    expect(changed.body.data).toMatchObject({ is_under_way: false, monitor_ids: [] })
    expect((await app.call('GET', '/api/maintenance-windows', { key })).body.meta.total).toBe(1)
    expect((await app.call('DELETE', path, { key })).body.data).toMatchObject({
      object: 'maintenance_window',
      deleted: true,
    })
    expect((await app.call('GET', path, { key })).status).toBe(404)
  })

  it('refuses an end before the start, an unknown time zone, and a daily window longer than a day', async () => {
    const { key } = await app.makeUser()
    const post = async (json: object) =>
      (
        await app.call('POST', '/api/maintenance-windows', {
          key,
          json: { name: 'x', starts_at: at(0), ends_at: at(hour), ...json },
        })
      ).body
    expect((await post({ ends_at: at(-1) })).errors[0].field).toBe('ends_at')
    expect((await post({ timezone: 'Mars/Olympus' })).errors[0].field).toBe('timezone')
    expect((await post({ timezone: '+02:00' })).errors[0].field).toBe('timezone')
    expect((await post({ repeat: 'daily', ends_at: at(25 * hour) })).detail).toBe(
      'ends_at must be before the next daily repetition starts.',
    )
    expect((await post({ ends_at: at(367 * 24 * hour) })).detail).toBe(
      'ends_at must be at most 366 days after starts_at.',
    )
    expect((await post({ starts_at: 'tomorrow' })).code).toBe('validation_failed')
  })

  it("answers 404 for another team's monitor as for a missing one", async () => {
    const [one, two] = [await app.makeUser(), await app.makeUser()]
    const foreign = await makeMonitor(two.key)
    const createWindow = async (monitor_id: number) => {
      const { status, body } = await app.call('POST', '/api/maintenance-windows', {
        key: one.key,
        json: { name: 'x', starts_at: at(0), ends_at: at(hour), monitor_ids: [monitor_id] },
      })
      return [status, { ...body, request_id: '' }]
    }
    expect(await createWindow(foreign)).toEqual(await createWindow(999_999_999))
    expect((await createWindow(foreign))[0]).toBe(404)
  })
})

describe('all_monitors', () => {
  const window = () => ({ name: 'x', starts_at: at(-hour), ends_at: at(hour) })

  it('selects the monitors of a window; without it, an empty list means all', async () => {
    const { key } = await app.makeUser()
    const id = await makeMonitor(key)
    const post = async (json: object) =>
      (await app.call('POST', '/api/maintenance-windows', { key, json: { ...window(), ...json } })).body
    expect((await post({})).data).toMatchObject({ all_monitors: true, monitor_ids: [] })
    expect((await post({ monitor_ids: [] })).data).toMatchObject({ all_monitors: true, monitor_ids: [] })
    expect((await post({ monitor_ids: [id] })).data).toMatchObject({ all_monitors: false, monitor_ids: [id] })
    expect((await post({ all_monitors: true })).data).toMatchObject({ all_monitors: true, monitor_ids: [] })
    expect((await post({ all_monitors: false, monitor_ids: [] })).errors).toMatchObject([{ field: 'monitor_ids' }])
    expect((await post({ all_monitors: false })).errors).toMatchObject([{ field: 'monitor_ids' }])
    expect((await post({ all_monitors: true, monitor_ids: [id] })).errors).toMatchObject([{ field: 'monitor_ids' }])
  })

  it('can be changed alone or with the list, and stays if neither is sent', async () => {
    const { key } = await app.makeUser()
    const [one, two] = [await makeMonitor(key), await makeMonitor(key)]
    const made = await app.call('POST', '/api/maintenance-windows', { key, json: { ...window(), monitor_ids: [one] } })
    const patch = async (json: object) =>
      (await app.call('PATCH', `/api/maintenance-windows/${made.body.data.id}`, { key, json })).body
    expect((await patch({ name: 'y' })).data).toMatchObject({ all_monitors: false, monitor_ids: [one] })
    expect((await patch({ all_monitors: false, monitor_ids: [] })).code).toBe('validation_failed')
    expect((await patch({ all_monitors: false })).data).toMatchObject({ all_monitors: false, monitor_ids: [one] })
    expect((await patch({ all_monitors: true })).data).toMatchObject({ all_monitors: true, monitor_ids: [] })
    expect(await maintained(at(0))).toEqual(expect.arrayContaining([one, two]))
    expect((await patch({ name: 'z' })).data).toMatchObject({ all_monitors: true, monitor_ids: [] })
    expect((await patch({ all_monitors: false })).code).toBe('validation_failed')
    expect((await patch({ monitor_ids: [two] })).data).toMatchObject({ all_monitors: false, monitor_ids: [two] })
    expect((await patch({ monitor_ids: [] })).data).toMatchObject({ all_monitors: true, monitor_ids: [] })
  })

  it('is not set for a window whose monitors were all deleted', async () => {
    const { key } = await app.makeUser()
    const [gone, stays] = [await makeMonitor(key), await makeMonitor(key)]
    const made = await app.call('POST', '/api/maintenance-windows', { key, json: { ...window(), monitor_ids: [gone] } })
    const read = async () =>
      (await app.call('GET', `/api/maintenance-windows/${made.body.data.id}`, { key })).body.data as object
    await app.call('DELETE', `/api/monitors/${gone}`, { key })
    expect(await maintained(at(0))).not.toContain(stays)
    expect(await read()).toMatchObject({ monitor_ids: [] })
    await app.database.admin.query('delete from monitors where id = $1', [gone])
    expect(await maintained(at(0))).not.toContain(stays)
    expect(await read()).toMatchObject({ all_monitors: false, monitor_ids: [] })
  })
})

describe('the monitors of a maintenance window', () => {
  it('are all of its team when it names none, and never those of another team', async () => {
    const [one, two] = [await app.makeUser(), await app.makeUser()]
    const [mine, other, foreign] = [await makeMonitor(one.key), await makeMonitor(one.key), await makeMonitor(two.key)]
    await app.call('POST', '/api/maintenance-windows', {
      key: one.key,
      json: { name: 'all', starts_at: at(-hour), ends_at: at(hour) },
    })
    const found = await maintained(at(0))
    expect(found).toEqual(expect.arrayContaining([mine, other]))
    expect(found).not.toContain(foreign)
    expect(await maintained(at(2 * hour))).not.toContain(mine)
    // What reminders and escalations ask, about one monitor.
    const { rows } = await app.database.admin.query<{ is_maintained: boolean }>(
      `select maintained_until(team_id, id, now()) is not null as is_maintained from monitors where id = any($1) order by id`,
      [[mine, other, foreign]],
    )
    expect(rows.map(({ is_maintained }) => is_maintained)).toEqual([true, true, false])
  })

  it('follow the local time of the time zone when the clocks change', async () => {
    const { key } = await app.makeUser()
    const monitor = await makeMonitor(key)
    // Sunday 02:00 to 04:00 in Paris, first in winter (UTC+1).
    await app.call('POST', '/api/maintenance-windows', {
      key,
      json: {
        name: 'weekly',
        timezone: 'Europe/Paris',
        repeat: 'weekly',
        starts_at: '2027-01-10T01:00:00Z',
        ends_at: '2027-01-10T03:00:00Z',
        monitor_ids: [monitor],
      },
    })
    const during = async (when: string): Promise<boolean> => (await maintained(when)).includes(monitor)
    expect(await during('2027-01-10T00:59:59Z')).toBe(false)
    expect(await during('2027-01-10T01:00:00Z')).toBe(true)
    expect(await during('2027-01-10T03:00:00Z')).toBe(false)
    expect(await during('2027-01-17T02:59:59Z')).toBe(true)
    // In July Paris is at UTC+2: the window starts an hour earlier in UTC.
    expect(await during('2027-07-11T00:00:00Z')).toBe(true)
    expect(await during('2027-07-11T02:00:00Z')).toBe(false)
    expect(await during('2027-07-12T00:30:00Z')).toBe(false)
    expect(await during('2026-12-27T01:30:00Z')).toBe(false)
  })
})

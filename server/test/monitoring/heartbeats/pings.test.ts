import { afterAll, describe, expect, it } from 'vitest'
import { startProberRole } from '../../../src/roles/prober.ts'
import { startApp } from '../../support/app.ts'
import { addMember } from '../../support/teams.ts'
import { until } from '../../support/until.ts'

const app = await startApp({ SITEWATCH_MIN_INTERVAL_SECONDS: '1' })
const { admin } = app.database
const user = await app.makeUser()
const { key } = user
const prober = await startProberRole(app.parts)
afterAll(() => prober.stop())

const create = (json: object) =>
  app.call('POST', '/api/monitors', { key, json: { friendly_name: 'Backup', type: 'heartbeat', ...json } })

async function watch(json: object = { period_seconds: 3600 }) {
  const made = await create(json)
  expect([made.status, made.text]).toEqual([201, made.text])
  const { id, ping_url } = made.body.data
  const path = new URL(ping_url).pathname
  const read = async () => (await app.call('GET', `/api/monitors/${id}`, { key })).body.data
  const change = (changes: object) => app.call('PATCH', `/api/monitors/${id}`, { key, json: changes })
  const ping = (rest = '', method = 'GET', raw?: { type: string; body: string }) =>
    app.call(method, path + rest, raw ? { raw } : {})
  const is = (status: string) => until(async () => (await read()).status === status, `it is ${status}`)
  const listPings = async () => (await app.call('GET', `/api/monitors/${id}/pings`, { key })).body.data
  const listIncidents = async () => (await app.call('GET', `/api/monitors/${id}/incidents`, { key })).body.data
  /** Moves its last ping into the past. */
  const age = async (seconds: number) => {
    await admin.query(
      `update heartbeats set last_success_at = last_success_at - $2, armed_at = armed_at - $2 where monitor_id = $1`,
      [id, seconds * 1000],
    )
    await admin.query(
      'update monitor_state set next_due_at = clock_ms() where monitor_id = $1 and next_due_at is not null',
      [id],
    )
  }
  return { id, path, made: made.body.data, read, change, ping, is, listPings, listIncidents, age }
}

describe.concurrent('a heartbeat monitor', () => {
  it('needs no URL and no interval, and shows where to send pings', async () => {
    const { made, read, ping } = await watch({ period_seconds: 600, grace_seconds: 60 })
    expect(made).toMatchObject({
      type: 'heartbeat',
      status: 'pending',
      interval: 600,
      period_seconds: 600,
      cron: null,
      grace_seconds: 60,
      last_ping_at: null,
      next_ping_at: null,
      method: null,
    })
    expect(made.ping_url).toMatch(/^http.*\/hb\/[0-9A-Za-z]{22}$/)
    expect(made.url).toBe(made.ping_url)
    expect(await ping()).toMatchObject({ status: 200, text: 'OK\n' })
    const { last_ping_at, next_ping_at, url } = await read()
    expect([Date.parse(next_ping_at) - Date.parse(last_ping_at), url]).toEqual([600_000, made.ping_url])
    const [listed] = (await app.call('GET', '/api/monitors?type=heartbeat&search=Backup', { key })).body.data
    expect(listed.ping_url).toContain('/hb/')
  })

  it('follows a cron expression in its time zone', async () => {
    const { made, ping, read } = await watch({ cron: '30 4 * * *', timezone: 'Europe/Berlin' })
    expect(made).toMatchObject({ interval: 86_400, period_seconds: null, cron: '30 4 * * *' })
    await ping()
    const time = new Intl.DateTimeFormat('de', { timeZone: 'Europe/Berlin', timeStyle: 'short' })
    expect(time.format(new Date((await read()).next_ping_at))).toBe('04:30')
  })

  it.each([
    [{}, 'period_seconds', 'required'],
    [{ period_seconds: 60, cron: '* * * * *' }, 'cron', 'not_applicable'],
    [{ cron: '* * * *' }, 'cron', 'invalid_value'],
    [{ cron: '0 0 31 2 *' }, 'cron', 'invalid_value'],
    [{ cron: '* * * * *', timezone: 'Mars/Olympus' }, 'timezone', 'invalid_value'],
    [{ cron: '* * * * *', timezone: '+02:00' }, 'timezone', 'invalid_value'],
    [{ period_seconds: 0 }, 'period_seconds', 'too_small'],
    [{ period_seconds: 60, grace_seconds: 0 }, 'grace_seconds', 'too_small'],
    [{ period_seconds: 60, url: 'https://a.example' }, 'url', 'not_applicable'],
    [{ period_seconds: 60, locations: ['default'] }, 'locations', 'not_applicable'],
    [{ period_seconds: 60, keyword: 'x' }, 'keyword', 'not_applicable'],
    [{ type: 'http', url: 'https://a.example', cron: '* * * * *' }, 'cron', 'not_applicable'],
    [{ type: 'http' }, 'url', 'required'],
  ])('is refused with %j because of %s', async (json, field, code) => {
    const { status, body } = await create(json)
    expect([status, body.errors]).toMatchObject([422, [{ field, code }]])
  })

  it('with a time zone that an older version accepted can be paused, and keeps it until the schedule is changed', async () => {
    const { id, change } = await watch({ cron: '30 2 * * *' })
    await admin.query(`update monitors set settings = settings || '{"timezone": "+02:00"}' where id = $1`, [id])
    expect(await change({ is_active: false })).toMatchObject({ status: 200, body: { data: { timezone: '+02:00' } } })
    expect((await change({ cron: '30 3 * * *' })).body.errors).toMatchObject([{ field: 'timezone' }])
  })

  it('reports a missing name and a missing URL at once', async () => {
    const { body } = await app.call('POST', '/api/monitors', { key, json: {} })
    const named = (body.errors as { field: string }[]).map(({ field }) => field)
    expect(named.sort()).toEqual(['friendly_name', 'url'])
  })

  it('is up with its first ping, and gets a new deadline with each', async () => {
    const { ping, is, read, listIncidents } = await watch()
    await ping('', 'HEAD')
    await is('up')
    expect(await read()).toMatchObject({ last_error: null, last_response_ms: null })
    expect(await listIncidents()).toEqual([])
  })

  it('opens one incident when a ping is missed, which the next ping resolves', async () => {
    const { ping, is, age, read, listIncidents } = await watch({ period_seconds: 3600, grace_seconds: 60 })
    await ping()
    await is('up')
    await age(3661)
    await is('down')
    const [incident] = await listIncidents()
    expect(incident).toMatchObject({ status: 'open', cause: { kind: 'heartbeat_missed', http_status: null } })
    expect(incident.cause.message).toMatch(
      /^No ping since .* UTC, when it was expected\. The last one came at .* UTC\.$/,
    )
    expect((await read()).last_error).toBe(incident.cause.message)
    await ping()
    await is('up')
    expect(await listIncidents()).toMatchObject([{ id: incident.id, resolution: 'recovered' }])
  })

  it('opens an incident at once for a failed run, with the sent output as evidence', async () => {
    const { ping, is, listIncidents } = await watch()
    await ping()
    await is('up')
    const log = `dump started\n${'x'.repeat(9000)}\nno space left on device\n`
    await ping('/2', 'POST', { type: 'text/plain', body: log })
    await is('down')
    const [incident] = await listIncidents()
    expect(incident.cause).toEqual({
      kind: 'heartbeat_failed',
      http_status: null,
      message: 'The job ended with exit status 2.',
    })
    const { body } = await app.call('GET', `/api/incidents/${incident.id}/evidence`, { key })
    expect(body.data).toMatchObject({ status: null, headers: { exit_status: '2' }, body: log })
    await ping('/0')
    await is('up')
    await ping('/fail')
    await is('down')
    expect((await listIncidents())[0].cause.message).toBe('The job reported a failure.')
  })

  it('measures run times, and distinguishes overlapping runs', async () => {
    const { ping, listPings, read, is } = await watch()
    await ping('/start?rid=a')
    const started_ms = Date.now()
    await until(() => Date.now() >= started_ms + 50, 'the job has run for a while')
    await ping('/start?rid=b')
    await ping('/0?rid=b')
    await ping('?rid=a')
    await ping()
    const pings = await listPings()
    expect(pings.map(({ id, kind, run_id, exit_status }: never) => [id, kind, run_id, exit_status])).toEqual([
      [5, 'success', null, null],
      [4, 'success', 'a', null],
      [3, 'success', 'b', 0],
      [2, 'start', 'b', null],
      [1, 'start', 'a', null],
    ])
    expect(pings[0].run_ms).toBeNull()
    expect(pings[1].run_ms).toBeGreaterThanOrEqual(50)
    expect(pings[2].run_ms).toBeLessThan(pings[1].run_ms)
    await is('up')
    await ping('/start')
    await ping()
    expect((await read()).status).toBe('up')
  })

  it('keeps the last 50 pings, and 10 KiB of each body', async () => {
    const { ping, listPings } = await watch()
    await ping('', 'POST', { type: 'text/plain', body: 'ä'.repeat(20_000) })
    const [first] = await listPings()
    expect(first.body).toBe('ä'.repeat(5120))
    for (let n = 0; n < 51; n++) await ping()
    const { body } = await app.call('GET', `/api/monitors/${first.monitor_id}/pings?pageSize=100`, { key })
    expect([body.meta.total, body.data[0].id, body.data.at(-1).id]).toEqual([50, 52, 3])
  })

  it('accepts pings while it is paused, without alerting, and is not late when it is resumed', async () => {
    const { ping, is, age, change, read, listIncidents, listPings } = await watch({ period_seconds: 60 })
    await ping()
    await is('up')
    await change({ is_active: false })
    expect((await ping('/fail')).status).toBe(200)
    expect((await ping('')).status).toBe(200)
    expect(await listPings()).toHaveLength(3)
    expect((await read()).status).toBe('paused')
    await age(10_000)
    await change({ is_active: true })
    await until(async () => (await read()).last_error === 'Waiting for the next ping.', 'it waits')
    expect([(await read()).status, await listIncidents()]).toEqual(['pending', []])
    await ping()
    await is('up')
  })

  it('waits for the next ping after a change of its schedule', async () => {
    const { ping, is, age, change, read, listIncidents } = await watch({ cron: '0 0 1 1 *' })
    await ping()
    await is('up')
    await age(7200)
    const changed = await change({ period_seconds: 3600, grace_seconds: 60 })
    expect(changed.body.data).toMatchObject({ cron: null, interval: 3600, period_seconds: 3600 })
    await until(async () => (await read()).last_error === 'Waiting for the next ping.', 'it waits')
    expect([(await read()).status, await listIncidents()]).toEqual(['up', []])
    expect((await change({ interval: 7200 })).body.data).toMatchObject({ period_seconds: 7200, interval: 7200 })
    const { url } = await read()
    expect((await change({ url, friendly_name: 'Renamed' })).status).toBe(200)
    expect((await change({ url: 'https://b.example' })).status).toBe(422)
  })

  it('alerts nobody in a maintenance window', async () => {
    const { id, ping, is, age, read, listIncidents } = await watch()
    const other = await watch()
    for (const each of [{ ping, is }, other]) {
      await each.ping()
      await each.is('up')
    }
    const now = Date.now()
    const window = {
      name: 'move',
      starts_at: new Date(now - 60_000).toISOString(),
      ends_at: new Date(now + 3_600_000).toISOString(),
      monitor_ids: [id, other.id],
    }
    expect((await app.call('POST', '/api/maintenance-windows', { key, json: window })).status).toBe(201)
    // The probers read the windows from time to time. The other monitor shows when they have; it may have failed before.
    const isOtherInMaintenance = async () => {
      await other.age(10_000)
      return (await other.read()).last_error?.startsWith('In maintenance')
    }
    await until(isOtherInMaintenance, 'the other monitor is in maintenance', other.read)
    await age(10_000)
    await until(async () => (await read()).last_error?.startsWith('In maintenance'), 'it is in maintenance')
    expect([(await read()).status, await listIncidents()]).toEqual(['up', []])
  })

  it('can become another type and back, with another URL', async () => {
    const { id, path, change, ping, read } = await watch()
    expect((await change({ type: 'http' })).status).toBe(422)
    const http = await change({ type: 'http', url: 'https://a.example/', interval: 60 })
    expect(http.body.data).toMatchObject({ type: 'http', url: 'https://a.example/', ping_url: null, cron: null })
    expect((await ping()).status).toBe(404)
    await change({ type: 'heartbeat', period_seconds: 60 })
    expect((await read()).ping_url).not.toContain(path)
    expect((await app.call('GET', `/api/monitors/${id}/pings`, { key })).body.data).toEqual([])
  })

  it('has no check locations, also when it had some as another type', async () => {
    const { change, read } = await watch()
    await change({ type: 'http', url: 'https://a.example/', interval: 60, locations: ['default'], is_active: false })
    expect((await read()).locations).toEqual(['default'])
    expect((await change({ type: 'heartbeat', period_seconds: 60 })).body.data).toMatchObject({
      locations: [],
      quorum: 1,
    })
  })

  it('with a period of a month and a limit for slow runs is up with its first ping', async () => {
    const { ping, is, read } = await watch({ period_seconds: 30 * 86_400, slow_ms: 1000 })
    await ping('/start')
    await ping()
    await is('up')
    expect((await read()).last_response_ms).toBeGreaterThan(0)
  })

  it('accepts no pings once it is deleted', async () => {
    const { id, ping } = await watch()
    expect((await ping()).status).toBe(200)
    await app.call('DELETE', `/api/monitors/${id}`, { key })
    expect((await ping()).status).toBe(404)
  })

  it('shows a guest its pings, but no ping URL', async () => {
    const website_id = (await app.call('POST', '/api/v1/websites', { key, json: { domain: 'hb-guest.example' } })).body
      .data.id
    const { id, ping, made } = await watch({ period_seconds: 60, website_id })
    await ping()
    const guest = await addMember(app, user.id, 'guest', [website_id])
    const seen = await app.call('GET', `/api/monitors/${id}`, { key: guest.key })
    expect(seen.body.data.ping_url).toBe(made.ping_url.replace(/[^/]+$/, '…'))
    expect((await app.call('GET', `/api/monitors/${id}/pings`, { key: guest.key })).body.data).toHaveLength(1)
  })

  it('shows its ping URL only to members and keys that may change monitors', async () => {
    const { id, made } = await watch()
    const [editor, viewer] = [await addMember(app, user.id, 'editor'), await addMember(app, user.id, 'viewer')]
    const { key: reader } = await app.makeKey(user.id, ['monitors:read'])
    const hidden = made.ping_url.replace(/[^/]+$/, '…')
    const session = ({ cookie, headers }: typeof viewer) => ({ cookie, headers })
    const callers = [
      { key },
      { key: editor.key },
      session(editor),
      { key: viewer.key },
      session(viewer),
      { key: reader },
    ]
    const seen = await Promise.all(
      callers.map(async (caller) => {
        const one = (await app.call('GET', `/api/monitors/${id}`, caller)).body.data
        const list = (await app.call('GET', '/api/monitors?pageSize=100', caller)).body.data as (typeof one)[]
        const listed = list.find((each) => each.id === id)
        return [one.url, one.ping_url, listed.url, listed.ping_url, one.next_ping_at]
      }),
    )
    const [shown, masked] = [made.ping_url, hidden].map((url) => [url, url, url, url, null])
    expect(seen).toEqual([shown, shown, shown, masked, masked, masked])
  })
})

describe.concurrent('a ping URL', () => {
  it('that is unknown answers 404, like a malformed one and an unknown action', async () => {
    const { path, listPings } = await watch()
    for (const wrong of [`/hb/${'0'.repeat(22)}`, '/hb/short', `${path}/256`, `${path}/stop`, `${path}/-1`]) {
      expect([wrong, (await app.call('GET', wrong)).status]).toEqual([wrong, 404])
    }
    expect((await app.call('GET', `${path}?rid=${'a'.repeat(65)}`)).status).toBe(422)
    expect((await app.call('DELETE', path)).status).toBe(405)
    expect(await listPings()).toEqual([])
  })

  it('is stored only as a hash and encrypted', async () => {
    const { id, path } = await watch()
    const token = path.split('/').at(-1)
    const { rows } = await admin.query<{ row: string }>(
      'select row_to_json(h)::text || row_to_json(m)::text as row from heartbeats h join monitors m on m.id = h.monitor_id where m.id = $1',
      [id],
    )
    expect(rows[0]?.row).toContain('token_hash')
    expect(rows[0]?.row).not.toContain(token)
  })
})

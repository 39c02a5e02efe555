import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { atEnd } from '../../support/at-end.ts'
import { type Caller, makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-recent-'))
const app = await startApp({ SITEWATCH_DATA_DIR: folder })
atEnd(() => rmSync(folder, { recursive: true, force: true }))

const makeMonitor = ({ make }: Caller, interval = 60): Promise<number> =>
  make('/api/monitors', { friendly_name: 'm', url: 'https://a.example', interval, is_active: false })

/** Checks of a monitor, one per interval, the newest just now; every fifth is down. */
async function insertChecks(
  team_id: number,
  monitor_id: number,
  { count, interval = 60 }: { count: number; interval?: number },
): Promise<void> {
  const now = Date.now()
  const rows = Array.from({ length: count }, (_, index) => {
    const slot = new Date(now - index * interval * 1000).toISOString()
    const isDown = index % 5 === 4
    return {
      team_id,
      monitor_id,
      location: 'default',
      slot,
      started_at: slot,
      status: isDown ? 'down' : 'up',
      cause: isDown ? 'connect' : '',
      http_status: 0,
      dns_ms: 0,
      connect_ms: 0,
      tls_ms: 0,
      first_byte_ms: 0,
      total_ms: isDown ? 0 : 100 + index,
    }
  })
  await app.parts.clickhouse.insert({ table: 'checks', token: `recent ${monitor_id}`, rows })
}

interface Row {
  monitor_id: number
  checks: { started_at: string; status: string; total_ms: number | null }[]
}

async function listRecent({ call }: Caller, query = ''): Promise<Row[]> {
  const { status, body, text } = await call('GET', `/api/monitors/recent-checks${query}`)
  expect([status, text]).toEqual([200, expect.any(String)])
  return body.data
}

describe('GET /api/monitors/recent-checks', () => {
  it('returns the 30 latest checks of each monitor, newest first, whatever the interval', async () => {
    const caller = await makeCaller(app)
    const quick = await makeMonitor(caller)
    const daily = await makeMonitor(caller, 86_400)
    const fresh = await makeMonitor(caller)
    await insertChecks(caller.user.id, quick, { count: 40 })
    await insertChecks(caller.user.id, daily, { count: 20, interval: 86_400 })
    const rows = await listRecent(caller)
    expect(rows.map(({ monitor_id, checks }) => [monitor_id, checks.length])).toEqual([
      [fresh, 0],
      [daily, 20],
      [quick, 30],
    ])
    const [newest, ...older] = rows[2]?.checks ?? []
    expect(newest).toMatchObject({ status: 'up', total_ms: 100 })
    expect(older[3]).toMatchObject({ status: 'down', total_ms: null })
    expect(older.every(({ started_at }) => started_at < (newest?.started_at ?? ''))).toBe(true)
  })

  it('returns the named monitors, in pages', async () => {
    const caller = await makeCaller(app)
    const ids = [await makeMonitor(caller), await makeMonitor(caller), await makeMonitor(caller)]
    const named = `?monitor_ids=${ids[0]},${ids[2]}`
    expect((await listRecent(caller, named)).map(({ monitor_id }) => monitor_id)).toEqual([ids[2], ids[0]])
    expect((await listRecent(caller, `${named}&pageSize=1&page=2`)).map(({ monitor_id }) => monitor_id)).toEqual([
      ids[0],
    ])
  })

  it('leaves out monitors of another team, like ids that do not exist', async () => {
    const owner = await makeCaller(app)
    const id = await makeMonitor(owner)
    await insertChecks(owner.user.id, id, { count: 3 })
    const stranger = await makeCaller(app)
    expect(await listRecent(stranger, `?monitor_ids=${id}`)).toEqual([])
    expect(await listRecent(stranger, '?monitor_ids=999999')).toEqual([])
    expect(await listRecent(stranger)).toEqual([])
    expect(await listRecent(owner, `?monitor_ids=${id}`)).toMatchObject([{ monitor_id: id }])
  })

  it.each(['monitor_ids=', 'monitor_ids=a', 'monitor_ids=1,', 'monitor_ids=0', `monitor_ids=1${',2'.repeat(100)}`])(
    'refuses %s',
    async (query) => {
      const { call } = await makeCaller(app)
      expectProblem(await call('GET', `/api/monitors/recent-checks?${query}`), 'validation_failed')
    },
  )
})

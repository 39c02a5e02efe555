import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/platform/postgres/index.ts'
import { sized } from '../../support/size.ts'
import { startAlerting } from './alerting.ts'

const { app, makeSlack, makeMonitor, titles, deliver, sink } = await startAlerting()
const { admin } = app.database
const START_MS = Date.UTC(2026, 10, 1)

const record = (monitor: number, at_seconds: number, ...response_ms: number[]) =>
  app.parts.postgres.asRole('worker', (tx) =>
    tx.query(sql`select note_response_times(${response_ms.map(() => monitor)}::bigint[],
      ${response_ms.map((_, n) => START_MS + at_seconds * 1000 + n)}::bigint[], ${response_ms}::real[])`),
  )

async function makeSlow(slow_ms: number | null = 500) {
  const user = await app.makeUser()
  const provider = await makeSlack(user)
  const monitor = await makeMonitor(user, provider.id)
  const change = async (json: object) =>
    (await app.call('PATCH', `/api/monitors/${monitor}`, { key: user.key, json })).body.data
  await change({ slow_ms })
  const isSlow = async (): Promise<boolean> =>
    (await app.call('GET', `/api/monitors/${monitor}`, { key: user.key })).body.data.is_slow
  const kinds = async (): Promise<string[]> =>
    (
      await admin.query<{ kind: string }>('select kind from deliveries where monitor_id = $1 order by id', [monitor])
    ).rows.map(({ kind }) => kind)
  return { user, provider, monitor, change, isSlow, kinds }
}

describe('a monitor with slow_ms', () => {
  it('becomes slow, with one notice, when the 95th percentile of ten minutes exceeds it, and recovers with one notice', async () => {
    const { user, provider, monitor, isSlow } = await makeSlow()
    for (let minute = 0; minute < 10; minute++) await record(monitor, minute * 60, 120)
    expect(await isSlow()).toBe(false)
    for (let minute = 10; minute < 20; minute++) await record(monitor, minute * 60, 900 + minute)
    expect(await isSlow()).toBe(true)
    const list = async (flag: string) =>
      (await app.call('GET', `/api/monitors?is_slow=${flag}`, { key: user.key })).body.data.map(
        ({ id }: { id: number }) => id,
      )
    expect([await list('true'), await list('false')]).toEqual([[monitor], []])
    for (let minute = 20; minute < 31; minute++) await record(monitor, minute * 60, 130)
    expect(await isSlow()).toBe(false)
    await deliver(provider.id)
    expect(titles(provider.path)).toEqual(['Slow: Shop', 'No longer slow: Shop'])
    expect(sink.sentTo(provider.path)[0]?.body).toMatch(/911 ms.*500 ms/s)
    const { data } = (await app.call('GET', '/api/incidents', { key: user.key })).body
    expect(data).toEqual([])
  })

  it('is not slow because of a single slow check, or with fewer than three checks', async () => {
    const { monitor, isSlow, kinds } = await makeSlow()
    await record(monitor, 0, 9000)
    await record(monitor, 60, 9000)
    expect(await isSlow()).toBe(false)
    await record(monitor, 1200, 9000)
    await record(monitor, 1260, 100)
    await record(monitor, 1320, 100)
    expect(await isSlow()).toBe(false)
    await record(monitor, 1380, 501)
    expect(await isSlow()).toBe(true)
    expect(await kinds()).toEqual(['slow_started'])
  })

  it('uses its last three checks when they are further apart than ten minutes, and the checks of all locations together', async () => {
    const { monitor, change, isSlow } = await makeSlow()
    await change({ interval: 3600 })
    for (const hour of [0, 1, 2]) await record(monitor, hour * 3600, 700)
    expect(await isSlow()).toBe(true)
    const far = await makeSlow()
    await record(far.monitor, 0, 700, 800, 900)
    expect(await far.isSlow()).toBe(true)
  })

  it('stops being slow without a notice when slow_ms is removed, it is paused, or its URL changes', async () => {
    for (const json of [{ slow_ms: null }, { is_active: false }, { url: 'http://127.0.0.1:10/' }]) {
      const { monitor, change, isSlow, kinds } = await makeSlow()
      await record(monitor, 0, 700, 800, 900)
      expect(await isSlow()).toBe(true)
      expect(await change(json)).toMatchObject({ is_slow: false, ...json })
      expect(await kinds()).toEqual(['slow_started'])
    }
  })

  it('is never slow without slow_ms, and does not become slow in a maintenance window', async () => {
    const plain = await makeSlow(null)
    await record(plain.monitor, 0, 7000, 8000, 9000)
    expect(await plain.isSlow()).toBe(false)
    const { user, monitor, isSlow } = await makeSlow()
    const json = {
      name: 'Upgrade',
      monitor_ids: [monitor],
      starts_at: new Date(Date.now() - 60_000).toISOString(),
      ends_at: new Date(Date.now() + 60_000).toISOString(),
    }
    const made = await app.call('POST', '/api/maintenance-windows', { key: user.key, json })
    expect([made.status, made.text]).toEqual([201, made.text])
    await record(monitor, 0, 700, 800, 900)
    expect(await isSlow()).toBe(false)
    await app.call('DELETE', `/api/maintenance-windows/${made.body.data.id}`, { key: user.key })
    await record(monitor, 60, 700)
    expect(await isSlow()).toBe(true)
  })
})

/** A reference model of the same rule. */
class Oracle {
  isSlow = false
  readonly kinds: string[] = []
  #window: { at: number; ms: number }[] = []

  add(at: number, ms: number): void {
    this.#window = [...this.#window, { at, ms }].filter((each) => each.at > at - 600)
    const sorted = this.#window.map((each) => each.ms).toSorted((a, b) => a - b)
    if (sorted.length < 3) return
    const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
    const isSlow = p95 > 500 && sorted.filter((each) => each > 500).length > 1
    if (isSlow !== this.isSlow) this.kinds.push(isSlow ? 'slow_started' : 'slow_ended')
    this.isSlow = isSlow
  }
}

it('each change to slow and back is announced exactly once, despite kills and concurrent recording', async () => {
  const { monitor, isSlow, kinds } = await makeSlow()
  const other = await makeSlow()
  const oracle = new Oracle()
  let seed = 11
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const lose = (at: number) =>
    app.parts.postgres
      .asRole('worker', async (tx) => {
        await tx.query(
          sql`select note_response_times(${[monitor]}::bigint[], ${[START_MS + at * 1000]}::bigint[], ${[9000]}::real[])`,
        )
        throw new Error('the process died before it committed')
      })
      .catch(() => undefined)
  for (let n = 0; n < sized(120, 4000); n++) {
    const at = n * 47
    const ms = random() < (n % 60 < 30 ? 0.02 : 0.4) ? 800 : 200
    if (random() < 0.3) await lose(at)
    await Promise.all([record(monitor, at, ms), record(other.monitor, at, 200)])
    oracle.add(at, ms)
  }
  expect(await kinds()).toEqual(oracle.kinds)
  expect(oracle.kinds.length).toBeGreaterThan(2)
  expect(await isSlow()).toBe(oracle.isSlow)
  expect(await other.kinds()).toEqual([])
})

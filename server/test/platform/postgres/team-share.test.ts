import { describe, expect, it } from 'vitest'
import { type Entry, sql, type UserTx } from '../../../src/platform/postgres/index.ts'
import { type Answer, startApp, type TestUser } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'

const SIZE = 10
/** The share of a pool of ten for a team that is alone. */
const SHARE = 7
const REQUESTS = 30
const LOCK = 4711

// Enough time for a busy machine: the requests that wait for the team must still wait when the others have been answered.
const deadlines = { connect_ms: 30_000, statement_ms: 35_000, attempt_ms: 15_000 }
const app = await startApp({}, { poolSize: SIZE, deadlines })
// With short deadlines, for tests of requests that time out.
const impatient = await startApp(
  {},
  { poolSize: SIZE, database: app.database, deadlines: { ...deadlines, connect_ms: 3000 } },
)
const { postgres } = app.parts

const requestOf = ({ id, key_id }: TestUser): Entry => ({ user_id: id, team_id: id, role: 'owner', key_id })
const systemOf = ({ id }: TestUser): Entry => ({ team_id: id, system: true })
const readOne = (tx: UserTx) => tx.one(sql<{ one: number }>`select 1 as one`)
const waitForLock = (tx: UserTx) => tx.query(sql`select pg_advisory_xact_lock_shared(${LOCK})`)

/** Holds a lock while `work` runs. */
async function whileLocked<T>(statement: string, work: () => Promise<T>): Promise<T> {
  const client = await app.database.admin.connect()
  try {
    await client.query(`begin; ${statement}`)
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('a team with slow transactions', () => {
  it.each([
    ['reads', true],
    ['writes', false],
  ])('takes two thirds of the connections by its %s, and others are answered at once', async (_, readOnly) => {
    const [busy, other] = [await app.makeUser(), await app.makeUser()]
    let finished = 0
    let slow: Promise<unknown> = Promise.resolve()
    await whileLocked(`select pg_advisory_xact_lock(${LOCK})`, async () => {
      const one = () => postgres.asUser(requestOf(busy), waitForLock, { readOnly }).then(() => finished++)
      slow = Promise.all(Array.from({ length: REQUESTS }, one))
      await expect.poll(() => postgres.pool.waiting).toBeGreaterThan(0)
      for (const entry of [requestOf(other), systemOf(other), systemOf(busy)]) {
        expect(await postgres.asUser(entry, readOne, { readOnly: true })).toEqual({ one: 1 })
      }
      expect(await postgres.asRole('auth', (tx) => tx.one(sql`select 1 as one`))).toEqual({ one: 1 })
      expect([finished, postgres.pool.waiting]).toEqual([0, REQUESTS - SHARE])
    })
    await slow
    expect([finished, postgres.pool.waiting]).toEqual([REQUESTS, 0])
  })

  it('gets 503 with Retry-After for requests that wait too long for a locked row, and no other team does', async () => {
    const [busy, other] = [await impatient.makeUser(), await impatient.makeUser()]
    const json = { friendly_name: 'shop', url: 'https://shop.example.com' }
    const made = await impatient.call('POST', '/api/monitors', { key: busy.key, json })
    const { id } = made.body.data as { id: number }
    const rename = (friendly_name: string) =>
      impatient.call('PATCH', `/api/monitors/${id}`, { key: busy.key, json: { friendly_name } })
    const refused: Answer[] = []
    let updates: Promise<Answer>[] = []
    await whileLocked(`select from monitors where id = ${id} for update`, async () => {
      updates = Array.from({ length: REQUESTS }, async (__, at) => {
        const answer = await rename(`shop ${at}`)
        if (answer.status !== 200) refused.push(answer)
        return answer
      })
      await expect.poll(() => impatient.parts.postgres.pool.waiting).toBeGreaterThan(0)
      expect((await impatient.call('GET', '/api/monitors', { key: other.key })).status).toBe(200)
      await expect.poll(() => refused.length).toBe(REQUESTS - SHARE)
    })
    await Promise.all(updates)
    expect(refused).toHaveLength(REQUESTS - SHARE)
    for (const answer of refused) {
      expectProblem(answer, 'unavailable')
      expect(answer.headers.get('retry-after')).toBe('2')
    }
    expect((await rename('again')).status).toBe(200)
  })
})

describe('a failed attempt to get a connection', () => {
  it('does not use up the share of its team', async () => {
    const user = await impatient.makeUser()
    const read = () => impatient.parts.postgres.asUser(requestOf(user), readOne, { readOnly: true })
    const readAll = () => Promise.allSettled(Array.from({ length: REQUESTS }, read))
    await app.database.setReachable(false)
    const failed = await readAll()
    await app.database.setReachable(true)
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['rejected']))
    const succeeded = await readAll()
    expect(new Set(succeeded.map(({ status }) => status))).toEqual(new Set(['fulfilled']))
  })
})

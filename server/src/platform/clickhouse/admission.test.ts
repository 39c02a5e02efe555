import { describe, expect, it } from 'vitest'
import { ReadAdmission } from './admission.ts'
import type { QueryCaller } from './query-caller.ts'

const person = (team_id: number): QueryCaller => ({ team_id, kind: 'person' })
const key = (team_id: number): QueryCaller => ({ team_id, kind: 'key' })
const visitor = (team_id: number): QueryCaller => ({ team_id, kind: 'public' })

function openAdmission(max_wait_ms = 1000) {
  const admission = new ReadAdmission(4, max_wait_ms)
  const running: { name: string; finish: () => void }[] = []
  const submit = (caller: QueryCaller | undefined, name: string): Promise<unknown> =>
    admission
      .run(caller, () => new Promise<void>((resolve) => running.push({ name, finish: resolve })))
      .catch((error: { reason?: string }) => error.reason)
  const finish = async (name: string): Promise<void> => {
    const at = running.findIndex((query) => query.name === name)
    running.splice(at, 1)[0]?.finish()
    await settle()
  }
  return { admission, running, submit, finish, names: () => running.map((query) => query.name) }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('ReadAdmission', () => {
  it('starts a query of another team immediately while one API key sends 60 queries', async () => {
    const { submit, names } = openAdmission()
    for (let n = 0; n < 60; n++) void submit(key(1), `abuse ${n}`)
    void submit(key(2), 'neighbour')
    void submit(person(3), 'person')
    await settle()
    expect(names()).toEqual(['abuse 0', 'neighbour', 'person'])
  })

  it('ranks signed-in users before API keys, and public pages and teams with a backlog last', async () => {
    const admission = new ReadAdmission(4, 1000)
    const rankOf = (caller?: QueryCaller) => admission.run(caller, (rank) => Promise.resolve(rank))
    expect(await Promise.all([rankOf(person(1)), rankOf(key(2)), rankOf(visitor(3)), rankOf()])).toEqual([
      1,
      2,
      3,
      null,
    ])
    const many = await Promise.all(Array.from({ length: 60 }, () => rankOf(key(4))))
    expect(many.slice(1, 39)).toEqual(Array.from({ length: 38 }, () => 3))
    expect(many.slice(-20)).toEqual(Array.from({ length: 20 }, () => 2))
    const dashboard = await Promise.all(Array.from({ length: 12 }, () => rankOf(person(5))))
    expect(dashboard).toEqual(Array.from({ length: 12 }, () => 1))
  })

  it('reserves a slot for signed-in users under any load from API keys and public pages', async () => {
    const { submit, names } = openAdmission()
    for (let n = 1; n <= 9; n++) void submit(visitor(n), `page ${n}`)
    for (let n = 11; n <= 19; n++) void submit(key(n), `key ${n}`)
    void submit(undefined, 'system')
    await settle()
    expect(names()).toEqual(['page 1', 'key 11', 'key 12'])
    void submit(person(20), 'person')
    await settle()
    expect(names()).toHaveLength(4)
    expect(names()).toContain('person')
  })

  it('alternates between teams, signed-in users first', async () => {
    const { submit, finish, names } = openAdmission()
    for (let n = 0; n < 3; n++) void submit(person(1), `one ${n}`)
    for (let n = 0; n < 3; n++) void submit(person(2), `two ${n}`)
    void submit(key(3), 'key')
    await settle()
    expect(names()).toEqual(['one 0', 'one 1', 'two 0', 'two 1'])
    await finish('one 0')
    expect(names()).toContain('one 2')
    await finish('one 1')
    expect(names()).toContain('key')
    await finish('two 0')
    expect(names()).toContain('two 2')
  })

  it('rejects queries that wait too long, exceed the queue of the team, or are queued at shutdown', async () => {
    const { admission, submit, finish } = openAdmission(30)
    void submit(key(1), 'first')
    const late = submit(key(1), 'late')
    expect(await late).toBe('busy')
    const waiting = Array.from({ length: 100 }, (_, n) => submit(key(1), `waiting ${n}`))
    expect(await submit(key(1), 'too many')).toBe('busy')
    admission.close()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['closed']))
    await finish('first')
    void submit(key(1), 'after')
    await settle()
  })
})

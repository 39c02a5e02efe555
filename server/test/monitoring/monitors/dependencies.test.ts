import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { type Caller, makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'

const app = await startApp()

const makeMonitor = ({ make }: Caller, friendly_name: string, depends_on: number[] = []): Promise<number> =>
  make('/api/monitors', { friendly_name, url: 'https://a.example', depends_on })

const show = async ({ call }: Caller, id: number) => (await call('GET', `/api/monitors/${id}`)).body.data

describe('depends_on', () => {
  it('is set, changed and cleared, and each change is a new version', async () => {
    const caller = await makeCaller(app)
    const [router, rack] = [await makeMonitor(caller, 'router'), await makeMonitor(caller, 'rack')]
    const child = await makeMonitor(caller, 'child', [rack, router])
    const before = await show(caller, child)
    expect(before.depends_on).toEqual([router, rack])
    const list = await caller.call('GET', `/api/monitors?depends_on=${router}`)
    expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual([child])
    const changed = (await caller.call('PATCH', `/api/monitors/${child}`, { depends_on: [rack] })).body.data
    expect(changed.depends_on).toEqual([rack])
    expect(changed.updated_at > before.updated_at).toBe(true)
    const same = (await caller.call('PATCH', `/api/monitors/${child}`, { depends_on: [rack] })).body.data
    expect(same.updated_at).toBe(changed.updated_at)
    expect((await caller.call('PATCH', `/api/monitors/${child}`, { depends_on: [] })).body.data.depends_on).toEqual([])
  })

  it('refuses a cycle of any length, and changes nothing', async () => {
    const caller = await makeCaller(app)
    const a = await makeMonitor(caller, 'a')
    const b = await makeMonitor(caller, 'b', [a])
    const c = await makeMonitor(caller, 'c', [b])
    for (const parent of [a, b, c]) {
      const answer = await caller.call('PATCH', `/api/monitors/${a}`, { depends_on: [parent], interval: 90 })
      expect(expectProblem(answer, 'validation_failed').errors).toMatchObject([{ field: 'depends_on', code: 'cycle' }])
    }
    expect(await show(caller, a)).toMatchObject({ depends_on: [], interval: 60 })
  })

  it('refuses the two halves of a cycle that are added at the same time', async () => {
    const caller = await makeCaller(app)
    for (let n = 0; n < 5; n++) {
      const [a, b] = [await makeMonitor(caller, 'a'), await makeMonitor(caller, 'b')]
      const answers = await Promise.all([
        caller.call('PATCH', `/api/monitors/${a}`, { depends_on: [b] }),
        caller.call('PATCH', `/api/monitors/${b}`, { depends_on: [a] }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    }
  })

  it('answers 404 for a missing, deleted or foreign monitor', async () => {
    const caller = await makeCaller(app)
    const other = await makeCaller(app)
    const [child, deleted] = [await makeMonitor(caller, 'child'), await makeMonitor(caller, 'deleted')]
    await caller.call('DELETE', `/api/monitors/${deleted}`)
    for (const parent of [await makeMonitor(other, 'foreign'), deleted, 999_999_999]) {
      expectProblem(await caller.call('PATCH', `/api/monitors/${child}`, { depends_on: [parent] }), 'not_found')
    }
    expect((await show(caller, child)).depends_on).toEqual([])
  })

  it('drops a parent that is deleted', async () => {
    const caller = await makeCaller(app)
    const router = await makeMonitor(caller, 'router')
    const child = await makeMonitor(caller, 'child', [router])
    const before = await show(caller, child)
    expect((await caller.call('DELETE', `/api/monitors/${router}`)).status).toBe(200)
    const after = await show(caller, child)
    expect(after.depends_on).toEqual([])
    expect(after.updated_at > before.updated_at).toBe(true)
  })
})

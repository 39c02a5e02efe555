import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { type Caller, makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { insertIncident } from '../../support/incidents.ts'

const app = await startApp()

const makeMonitor = ({ make }: Caller, tags: string[], more: object = {}): Promise<number> =>
  make('/api/monitors', { friendly_name: `monitor ${tags.join(' ')}`, url: 'https://a.example', tags, ...more })

const idsOf = async ({ call }: Caller, path: string): Promise<number[]> =>
  (await call('GET', path)).body.data.map((row: { id: number }) => row.id)

describe('tags of a monitor', () => {
  it('are trimmed, in lower case, unique and sorted', async () => {
    const caller = await makeCaller(app)
    const id = await makeMonitor(caller, [' Prod ', 'EU', 'prod', 'a b'])
    expect((await caller.call('GET', `/api/monitors/${id}`)).body.data.tags).toEqual(['a b', 'eu', 'prod'])
    const { body } = await caller.call('PATCH', `/api/monitors/${id}`, { tags: ['Staging'] })
    expect(body.data.tags).toEqual(['staging'])
    const later = await caller.call('PATCH', `/api/monitors/${id}`, { interval: 120 })
    expect(later.body.data.tags).toEqual(['staging'])
  })

  it.each([
    [['a,b'], 'tags.0'],
    [[''], 'tags.0'],
    [['x'.repeat(51)], 'tags.0'],
    [['a\nb'], 'tags.0'],
    [Array.from({ length: 21 }, (_, n) => `t${n}`), 'tags'],
    [Array.from({ length: 20 }, (_, n) => `${'ü'.repeat(40)}${n}`), 'tags'],
    ['prod', 'tags'],
  ])('%j is refused', async (tags, field) => {
    const caller = await makeCaller(app)
    const answer = await caller.call('POST', '/api/monitors', {
      friendly_name: 'a',
      url: 'https://a.example',
      tags,
    })
    expect(expectProblem(answer, 'validation_failed').errors?.map((error) => error.field)).toEqual([field])
  })

  it('filter monitors and incidents, and are listed with their number of uses', async () => {
    const caller = await makeCaller(app)
    const router = await makeMonitor(caller, ['network', 'prod'])
    const shop = await makeMonitor(caller, ['prod'])
    const blog = await makeMonitor(caller, [])
    const site = await caller.make('/api/v1/websites', { domain: 'tagged.example.com', tags: ['prod', 'web'] })
    expect(await idsOf(caller, '/api/monitors?tag=PROD')).toEqual([shop, router])
    expect(await idsOf(caller, '/api/monitors?tag=network&search=prod')).toEqual([router])
    expect(await idsOf(caller, '/api/monitors?tag=pro')).toEqual([])
    const incidents = [await insertIncident(app, router), await insertIncident(app, blog)]
    expect(await idsOf(caller, '/api/incidents?tag=prod')).toEqual([incidents[0]])
    expect(await idsOf(caller, '/api/v1/websites?tag=prod')).toEqual([site])
    expect((await caller.call('GET', '/api/tags')).body.data).toEqual([
      { object: 'tag', name: 'network', monitor_count: 1, website_count: 0 },
      { object: 'tag', name: 'prod', monitor_count: 2, website_count: 1 },
      { object: 'tag', name: 'web', monitor_count: 0, website_count: 1 },
    ])
    await caller.call('DELETE', `/api/monitors/${router}`)
    expect((await caller.call('GET', '/api/tags')).body.data.map(({ name }: { name: string }) => name)).toEqual([
      'prod',
      'web',
    ])
  })

  it('limit the overview and the list of incidents to tagged websites with all their monitors, and tagged monitors', async () => {
    const caller = await makeCaller(app)
    const site = await caller.make('/api/v1/websites', { domain: 'shown.example.com', tags: ['prod'] })
    const otherSite = await caller.make('/api/v1/websites', { domain: 'other.example.com' })
    const ofSite = await makeMonitor(caller, [], { website_id: site })
    const alone = await makeMonitor(caller, ['prod'])
    const ofOther = await makeMonitor(caller, ['prod'], { website_id: otherSite })
    const other = await makeMonitor(caller, [])
    const incidents = [await insertIncident(app, ofSite), await insertIncident(app, alone)]
    await insertIncident(app, other)
    const { data } = (await caller.call('GET', '/api/overview?tag=prod')).body
    expect(data.websites).toMatchObject([{ id: site, tags: ['prod'], monitor_ids: [ofSite] }])
    expect(data.monitors.map(({ id }: { id: number }) => id).sort()).toEqual([alone, ofOther])
    expect(data.open_incidents.map(({ id }: { id: number }) => id).sort()).toEqual(incidents)
    expect(data.monitor_counts.total).toBe(3)
    expect((await idsOf(caller, '/api/incidents?tag=prod')).toSorted()).toEqual(incidents)
  })
})

describe('tags of a website', () => {
  it('are set by JSON and, separated by commas, by a form; an empty value clears them', async () => {
    const caller = await makeCaller(app)
    const id = await caller.make('/api/v1/websites', { domain: 'form.example.com', tags: ['One'] })
    const update = (form: string) => app.call('PUT', `/api/v1/websites/${id}`, { key: caller.user.key, form })
    const before = (await caller.call('GET', `/api/v1/websites/${id}`)).body.data
    expect(before.tags).toEqual(['one'])
    const tagged = (await update('tags=Two,three')).body.data
    expect(tagged.tags).toEqual(['three', 'two'])
    expect(tagged.updated_at > before.updated_at).toBe(true)
    expect((await update('timezone=Europe/Berlin')).body.data.tags).toEqual(['three', 'two'])
    expect((await update('tags=')).body.data.tags).toEqual([])
  })
})

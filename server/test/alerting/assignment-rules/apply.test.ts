import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { sized } from '../../support/size.ts'
import { makeTeam } from './teams.ts'

const app = await startApp()
const ROUNDS = sized(6, 100)

describe('a rule assigns its providers', () => {
  it('to the monitors that exist when it is created', async () => {
    const team = await makeTeam(app)
    const provider = await team.makeProvider()
    const [tagged, other] = [await team.makeMonitor({ tags: ['live'] }), await team.makeMonitor()]
    const rule = await team.makeRule([provider], { applies_to: 'tag', tag: 'live' })
    expect(await team.listAssigned(tagged)).toEqual([[provider, true, rule]])
    expect(await team.listAssigned(other)).toEqual([])
    const all = await team.makeRule([provider])
    expect(await team.listAssigned(tagged)).toEqual([[provider, true, rule]])
    expect(await team.listAssigned(other)).toEqual([[provider, true, all]])
  })

  it('to a new monitor, and names in the answer the providers that it alerts', async () => {
    const team = await makeTeam(app)
    const provider = await team.makeProvider()
    const rule = await team.makeRule([provider])
    const { body } = await team.call('POST', '/api/monitors', {
      friendly_name: 'New',
      url: 'https://new.example.com/',
      is_active: false,
    })
    expect(body.data).toMatchObject({ provider_ids: [provider], alerts_nobody: false })
    expect(await team.listAssigned(body.data.id)).toEqual([[provider, true, rule]])
  })

  it('to monitors created in bulk, and to none of them when one is refused', async () => {
    const team = await makeTeam(app)
    const provider = await team.makeProvider()
    const rule = await team.makeRule([provider], { applies_to: 'tag', tag: 'live' })
    const monitor = { friendly_name: 'Bulk', url: 'https://bulk.example.com/', is_active: false }
    const bulk = (...monitors: object[]) => team.call('POST', '/api/monitors/bulk', { action: 'create', monitors })
    const { body } = await bulk({ ...monitor, tags: ['live'] }, monitor)
    const [tagged, other] = body.data.ids as [number, number]
    expect(await team.listAssigned(tagged)).toEqual([[provider, true, rule]])
    expect(await team.listAssigned(other)).toEqual([])
    const refused = await bulk({ ...monitor, tags: ['live'] }, { ...monitor, provider_ids: [999_999_999] })
    expect(refused.status).toBe(404)
    expect((await team.call('GET', '/api/assignments')).body.meta.total).toBe(2)
  })

  it('to a monitor that gets the tag, and unassigns them when it loses the tag', async () => {
    const team = await makeTeam(app)
    const provider = await team.makeProvider()
    const rule = await team.makeRule([provider], { applies_to: 'tag', tag: 'live' })
    const monitor = await team.makeMonitor()
    await team.change(`/api/monitors/${monitor}`, { tags: ['live', 'shop'] })
    expect(await team.listAssigned(monitor)).toEqual([[provider, true, rule]])
    await team.change(`/api/monitors/${monitor}`, { tags: ['shop'] })
    expect(await team.listAssigned(monitor)).toEqual([])
  })

  it('to monitors that are tagged and untagged in bulk', async () => {
    const team = await makeTeam(app)
    const provider = await team.makeProvider()
    const rule = await team.makeRule([provider], { applies_to: 'tag', tag: 'live' })
    const ids = [await team.makeMonitor(), await team.makeMonitor()]
    const tag = (json: object) => team.call('POST', '/api/monitors/bulk', { action: 'tag', ids, ...json })
    await tag({ add_tags: ['live'] })
    for (const id of ids) expect(await team.listAssigned(id)).toEqual([[provider, true, rule]])
    await tag({ remove_tags: ['live'] })
    for (const id of ids) expect(await team.listAssigned(id)).toEqual([])
  })

  it('to a monitor that is linked to the website, until the website is deleted', async () => {
    const team = await makeTeam(app)
    const [one, two] = [await team.makeProvider(), await team.makeProvider()]
    const website_id = await team.makeWebsite()
    const rule = await team.makeRule([one], { applies_to: 'website', website_id })
    const all = await team.makeRule([one, two])
    const monitor = await team.makeMonitor()
    await team.change(`/api/monitors/${monitor}`, { website_id })
    expect(await team.listAssigned(monitor)).toEqual([
      [one, true, rule],
      [two, true, all],
    ])
    expect((await team.call('DELETE', `/api/v1/websites/${website_id}`)).status).toBe(200)
    expect(await team.listAssigned(monitor)).toEqual([
      [one, true, all],
      [two, true, all],
    ])
    expect((await team.call('GET', `/api/assignment-rules/${rule}`)).status).toBe(404)
  })

  it('to the monitors of a website that gets the tag', async () => {
    const team = await makeTeam(app)
    const provider = await team.makeProvider()
    const rule = await team.makeRule([provider], { applies_to: 'tag', tag: 'live' })
    const website_id = await team.makeWebsite()
    const monitor = await team.makeMonitor({ website_id })
    await team.change(`/api/v1/websites/${website_id}`, { tags: ['live'] })
    expect(await team.listAssigned(monitor)).toEqual([[provider, true, rule]])
    await team.change(`/api/v1/websites/${website_id}`, { tags: [] })
    expect(await team.listAssigned(monitor)).toEqual([])
  })

  it('and updates its assignments when it is changed, without removing those of another rule', async () => {
    const team = await makeTeam(app)
    const [one, two] = [await team.makeProvider(), await team.makeProvider()]
    const monitor = await team.makeMonitor({ tags: ['live'] })
    const first = await team.makeRule([one], { applies_to: 'tag', tag: 'live' })
    const second = await team.makeRule([one, two])
    await team.change(`/api/assignment-rules/${first}`, { tag: 'night' })
    expect(await team.listAssigned(monitor)).toEqual([
      [one, true, second],
      [two, true, second],
    ])
    await team.change(`/api/assignment-rules/${second}`, { provider_ids: [two] })
    expect(await team.listAssigned(monitor)).toEqual([[two, true, second]])
  })

  it('until it is deleted: the next matching rule takes over its assignments with their ids, and the rest are removed', async () => {
    const team = await makeTeam(app)
    const [one, two] = [await team.makeProvider(), await team.makeProvider()]
    const monitor = await team.makeMonitor()
    const [first, second] = [await team.makeRule([one, two]), await team.makeRule([one])]
    const read = async () => (await team.call('GET', `/api/monitors/${monitor}/notifications`)).body.data
    const before = (await read()).find(({ provider_id }: { provider_id: number }) => provider_id === one)
    await team.call('DELETE', `/api/assignment-rules/${first}`)
    expect(await read()).toMatchObject([{ id: before.id, provider_id: one, rule_id: second }])
  })
})

describe('an assignment that a person set', () => {
  it('stays disabled, whatever rules are added, changed or deleted', async () => {
    const team = await makeTeam(app)
    const provider = await team.makeProvider()
    const monitor = await team.makeMonitor({ tags: ['live'] })
    const rule = await team.makeRule([provider], { applies_to: 'tag', tag: 'live' })
    await team.call('POST', `/api/monitors/${monitor}/notifications`, { provider_id: provider, enabled: false })
    expect(await team.listAssigned(monitor)).toEqual([[provider, false, null]])
    await team.makeRule([provider])
    await team.change(`/api/monitors/${monitor}`, { tags: [] })
    await team.call('DELETE', `/api/assignment-rules/${rule}`)
    expect(await team.listAssigned(monitor)).toEqual([[provider, false, null]])
  })

  it('stays removed until a person adds it again', async () => {
    const team = await makeTeam(app)
    const provider = await team.makeProvider()
    const monitor = await team.makeMonitor()
    const rule = await team.makeRule([provider])
    const path = `/api/monitors/${monitor}/notifications`
    expect((await team.call('DELETE', path, { provider_id: provider })).status).toBe(200)
    await team.makeRule([provider], { applies_to: 'tag', tag: 'live' })
    await team.change(`/api/monitors/${monitor}`, { tags: ['live'] })
    await team.change(`/api/assignment-rules/${rule}`, { name: 'Everything' })
    expect(await team.listAssigned(monitor)).toEqual([])
    await team.call('POST', path, { provider_id: provider })
    expect(await team.listAssigned(monitor)).toEqual([[provider, true, null]])
    await team.call('DELETE', `/api/assignment-rules/${rule}`)
    expect(await team.listAssigned(monitor)).toEqual([[provider, true, null]])
  })

  it('stays when it was named at creation, is a default, or was assigned in bulk', async () => {
    const team = await makeTeam(app)
    const [standard, named, bulk] = [
      await team.makeProvider({ is_default: true }),
      await team.makeProvider(),
      await team.makeProvider(),
    ]
    const rule = await team.makeRule([standard, named, bulk])
    const first = await team.makeMonitor()
    const second = await team.makeMonitor({ provider_ids: [named] })
    await team.call('POST', '/api/monitors/bulk', { action: 'assign', ids: [second], provider_ids: [bulk] })
    expect(await team.listAssigned(second)).toEqual([
      [standard, true, rule],
      [named, true, null],
      [bulk, true, null],
    ])
    await team.call('DELETE', `/api/assignment-rules/${rule}`)
    expect(await team.listAssigned(first)).toEqual([[standard, true, null]])
    expect(await team.listAssigned(second)).toEqual([
      [named, true, null],
      [bulk, true, null],
    ])
  })
})

describe('a deletion', () => {
  it('of a provider removes it from its rules, and of a monitor deletes the record of its removed assignments', async () => {
    const team = await makeTeam(app)
    const [one, two] = [await team.makeProvider(), await team.makeProvider()]
    const rule = await team.makeRule([one, two])
    const monitor = await team.makeMonitor()
    expect((await team.call('DELETE', `/api/providers/${one}`)).status).toBe(200)
    expect(await team.listAssigned(monitor)).toEqual([[two, true, rule]])
    expect((await team.call('DELETE', `/api/providers/${two}`)).status).toBe(200)
    expect((await team.call('GET', `/api/assignment-rules/${rule}`)).body.data.provider_ids).toEqual([])
    const three = await team.makeProvider()
    await team.change(`/api/assignment-rules/${rule}`, { provider_ids: [three] })
    await team.call('DELETE', `/api/monitors/${monitor}/notifications`, { provider_id: three })
    expect((await team.call('DELETE', `/api/monitors/${monitor}`)).status).toBe(200)
    const { rows } = await app.database.admin.query('select from removed_assignments where team_id = $1', [
      team.user.id,
    ])
    expect(rows).toEqual([])
  })
})

describe(`${ROUNDS} rounds of concurrent changes`, () => {
  it('to rules, tags, links and new monitors give the same assignments as the changes one after another', async () => {
    const team = await makeTeam(app)
    const provider = await team.makeProvider()
    for (let round = 0; round < ROUNDS; round++) {
      const website_id = await team.makeWebsite()
      const [tagged, linked] = [await team.makeMonitor({ tags: ['a'] }), await team.makeMonitor()]
      const [rule, , , created] = await Promise.all([
        team.makeRule([provider], { applies_to: 'tag', tag: 'live' }),
        team.change(`/api/monitors/${tagged}`, { tags: ['live'] }),
        team.change(`/api/v1/websites/${website_id}`, { tags: ['live'] }),
        team.makeMonitor({ tags: ['live'] }),
        team.change(`/api/monitors/${linked}`, { website_id }),
      ])
      for (const id of [tagged, linked, created])
        expect([round, id, await team.listAssigned(id)]).toEqual([round, id, [[provider, true, rule]]])
      await Promise.all([
        team.call('DELETE', `/api/assignment-rules/${rule}`),
        team.change(`/api/monitors/${tagged}`, { tags: ['live', 'b'] }),
        team.makeMonitor({ tags: ['live'] }),
      ])
      expect((await team.call('GET', '/api/assignments?alerts_nobody=false')).body.data).toEqual([])
    }
  })

  it('that tag monitors while a provider is deleted never fail', async () => {
    const team = await makeTeam(app)
    for (let round = 0; round < ROUNDS; round++) {
      const [gone, kept] = [await team.makeProvider(), await team.makeProvider()]
      const rule = await team.makeRule([gone, kept], { applies_to: 'tag', tag: 'live' })
      const monitor = await team.makeMonitor()
      const [deleted, tagged, created] = await Promise.all([
        team.call('DELETE', `/api/providers/${gone}`),
        team.call('PATCH', `/api/monitors/${monitor}`, { tags: ['live'] }),
        team.call('POST', '/api/monitors', {
          friendly_name: 'New',
          url: 'https://new.example.com/',
          is_active: false,
          tags: ['live'],
        }),
      ])
      expect([deleted.status, tagged.status, created.status]).toEqual([200, 200, 201])
      for (const id of [monitor, created.body.data.id])
        expect(await team.listAssigned(id)).toEqual([[kept, true, rule]])
      await team.call('DELETE', `/api/assignment-rules/${rule}`)
    }
  })
})

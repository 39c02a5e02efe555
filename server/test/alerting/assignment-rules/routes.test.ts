import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { makeTeam } from './teams.ts'

const app = await startApp()

describe('/api/assignment-rules', () => {
  it('creates, shows, lists, changes and deletes a rule', async () => {
    const team = await makeTeam(app)
    const [one, two] = [await team.makeProvider(), await team.makeProvider()]
    await team.makeMonitor({ tags: ['shop'] })
    const made = await team.call('POST', '/api/assignment-rules', {
      applies_to: 'tag',
      tag: 'Shop',
      provider_ids: [two, one],
    })
    expect(made.status).toBe(201)
    const rule = made.body.data
    expect(Object.keys(rule)).toEqual([
      'object',
      'id',
      'name',
      'applies_to',
      'tag',
      'website_id',
      'website_domain',
      'provider_ids',
      'monitor_count',
      'created_at',
      'updated_at',
    ])
    expect(rule).toMatchObject({
      object: 'assignment_rule',
      name: null,
      tag: 'shop',
      provider_ids: [one, two],
      monitor_count: 1,
    })
    const path = `/api/assignment-rules/${rule.id}`
    expect(made.headers.get('location')).toBe(`${app.parts.config.BASE_URL}${path}`)
    expect((await team.call('GET', path)).body.data).toEqual(rule)
    expect((await team.call('GET', '/api/assignment-rules')).body.data).toEqual([rule])
    const changed = (await team.call('PATCH', path, { provider_ids: [two] })).body.data
    expect(changed).toMatchObject({ provider_ids: [two], tag: 'shop' })
    expect(changed.updated_at > rule.updated_at).toBe(true)
    const website_id = await team.makeWebsite()
    const moved = (await team.call('PUT', path, { applies_to: 'website', website_id, name: 'Night' })).body.data
    expect(moved).toMatchObject({ applies_to: 'website', website_id, tag: null, name: 'Night', monitor_count: 0 })
    expect(moved.website_domain).toMatch(/^site\d+\.example\.com$/)
    expect((await team.call('DELETE', path)).body.data).toEqual({
      object: 'assignment_rule',
      id: rule.id,
      deleted: true,
    })
    expectProblem(await team.call('GET', path), 'not_found')
  })

  it('refuses a rule without a target, and a target that does not fit applies_to', async () => {
    const team = await makeTeam(app)
    const provider_ids = [await team.makeProvider()]
    const website_id = await team.makeWebsite()
    const refused: [object, string][] = [
      [{ applies_to: 'tag', provider_ids }, 'tag'],
      [{ applies_to: 'website', provider_ids }, 'website_id'],
      [{ applies_to: 'all', tag: 'shop', provider_ids }, 'tag'],
      [{ applies_to: 'tag', tag: 'shop', website_id, provider_ids }, 'website_id'],
      [{ applies_to: 'all', provider_ids: [] }, 'provider_ids'],
      [{ applies_to: 'all', provider_ids: [...provider_ids, ...provider_ids] }, 'provider_ids'],
    ]
    for (const [json, field] of refused) {
      const answer = await team.call('POST', '/api/assignment-rules', json)
      expect(expectProblem(answer, 'validation_failed')).toMatchObject({ errors: [{ field }] })
    }
    const stranger = await makeTeam(app)
    for (const json of [
      { applies_to: 'all', provider_ids: [await stranger.makeProvider()] },
      { applies_to: 'website', website_id: await stranger.makeWebsite(), provider_ids },
    ]) {
      expectProblem(await team.call('POST', '/api/assignment-rules', json), 'not_found')
    }
    expect((await team.call('GET', '/api/assignment-rules')).body.data).toEqual([])
  })
})

describe('GET /api/assignments', () => {
  it('lists monitors by name with their assignments, rules and removed providers, and filters them', async () => {
    const team = await makeTeam(app)
    const [one, two, three] = [await team.makeProvider(), await team.makeProvider(), await team.makeProvider()]
    const shop = await team.makeMonitor({ friendly_name: 'shop', tags: ['live'], provider_ids: [one] })
    const api = await team.makeMonitor({ friendly_name: 'API', url: 'https://api.example.com/', provider_ids: [] })
    const rule = await team.makeRule([two], { applies_to: 'tag', tag: 'live' })
    await team.call('POST', `/api/monitors/${shop}/notifications`, { provider_id: three, enabled: false })
    await team.call('DELETE', `/api/monitors/${shop}/notifications`, { provider_id: one })
    const list = async (query = '') => (await team.call('GET', `/api/assignments${query}`)).body
    expect((await list()).data).toEqual([
      {
        object: 'monitor_assignments',
        id: api,
        friendly_name: 'API',
        is_active: false,
        tags: [],
        alerts_nobody: true,
        assignments: [],
        removed_provider_ids: [],
      },
      {
        object: 'monitor_assignments',
        id: shop,
        friendly_name: 'shop',
        is_active: false,
        tags: ['live'],
        alerts_nobody: false,
        assignments: [
          { provider_id: two, enabled: true, source: 'rule', rule_id: rule },
          { provider_id: three, enabled: false, source: 'manual', rule_id: null },
        ],
        removed_provider_ids: [one],
      },
    ])
    const idsOf = async (query: string) => (await list(query)).data.map(({ id }: { id: number }) => id)
    expect(await idsOf('?tag=live')).toEqual([shop])
    expect(await idsOf('?search=API.example')).toEqual([api])
    expect(await idsOf('?alerts_nobody=true')).toEqual([api])
    expect(await idsOf('?pageSize=1&page=2')).toEqual([shop])
  })
})

describe('GET /api/overview', () => {
  it('counts active monitors that alert nobody', async () => {
    const team = await makeTeam(app)
    const provider = await team.makeProvider()
    await team.makeMonitor({ is_active: true, provider_ids: [] })
    await team.makeMonitor({ is_active: false, provider_ids: [] })
    await team.makeMonitor({ is_active: true, provider_ids: [provider] })
    const { body } = await team.call('GET', '/api/overview')
    expect(body.data.monitor_counts).toMatchObject({ total: 3, active: 2, alerts_nobody: 1 })
  })
})

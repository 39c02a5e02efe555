import { WebsiteProposals } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { insertSparse, makeFolder, type SparseEvent } from '../../analytics/stats/context.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { addMember, makeTeam } from '../../support/teams.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })

type Keyed = Pick<TestUser, 'key'>

async function makeWebsite({ key }: Keyed, domain: string): Promise<number> {
  const { body, status, text } = await app.call('POST', '/api/v1/websites', { key, json: { domain } })
  expect(status, text).toBe(201)
  return body.data.id
}

const read = ({ key }: Keyed, id: number) => app.call('GET', `/api/v1/websites/${id}/proposals`, { key })

/** Ten days with three visits an hour, two at / and one at /pricing, but none from three to four o'clock. */
async function fill(website_id: number): Promise<void> {
  const events: SparseEvent[] = []
  const now = Date.now()
  const start = now - (now % HOUR_MS) - 10 * 24 * HOUR_MS
  for (let hour = 0; hour < 240; hour++) {
    const at = start + hour * HOUR_MS
    if (new Date(at).getUTCHours() === 3) continue
    for (let n = 0; n < 3; n++)
      events.push({
        time: new Date(at + n * 1000).toISOString(),
        visitor: hour * 10 + n,
        path: n < 2 ? '/' : '/pricing',
      })
  }
  await insertSparse(app.parts.clickhouse, website_id, events)
}

describe('GET /api/v1/websites/{id}/proposals', () => {
  it('proposes monitors, an interval and an hour for maintenance, and no longer proposes monitors that were created', async () => {
    const user = await app.makeUser()
    const domain = `p${user.id}.example.com`
    const id = await makeWebsite(user, domain)
    await fill(id)
    const first = await read(user, id)
    expect(first.status, first.text).toBe(200)
    expect(WebsiteProposals.safeParse(first.body.data).error).toBeUndefined()
    expect(first.body.data).toMatchObject({
      status: 'ready',
      visits: 690,
      monitors: [
        { friendly_name: domain, url: `https://${domain}/`, visits: 460, visit_percent: 66.7 },
        { url: `https://${domain}/pricing`, visits: 230, visit_percent: 33.3 },
      ],
      monitored_percent: 0,
      covered_percent: 100,
      interval: { seconds: 3600, busiest_hour_visits: 3, visits_between_checks: 3 },
      maintenance: { starts_at: '03:00', timezone: 'UTC', visit_percent: 0 },
    })
    const monitors = first.body.data.monitors.map(({ friendly_name, url }: WebsiteProposals['monitors'][number]) => ({
      friendly_name,
      url,
      interval: first.body.data.interval.seconds,
      website_id: id,
      is_active: false,
    }))
    const made = await app.call('POST', '/api/monitors/bulk', { key: user.key, json: { action: 'create', monitors } })
    expect(made.status, made.text).toBe(200)
    expect((await read(user, id)).body.data).toMatchObject({
      monitors: [],
      monitored_percent: 100,
      covered_percent: 100,
    })
  })

  it('reports that there is not enough data', async () => {
    const user = await app.makeUser()
    const id = await makeWebsite(user, `q${user.id}.example.com`)
    expect((await read(user, id)).body.data).toMatchObject({
      status: 'not_enough_data',
      visits: 0,
      monitors: [],
      interval: null,
      maintenance: null,
    })
  })

  it("is for members, not guests; answers 404 for another team's website; requires all three scopes", async () => {
    const owner = await makeTeam(app)
    const id = await makeWebsite(owner, `r${owner.team_id}.example.com`)
    expect((await read(await addMember(app, owner.team_id, 'viewer'), id)).status).toBe(200)
    expectProblem(await read(await addMember(app, owner.team_id, 'guest', [id]), id), 'insufficient_role')
    expectProblem(await read(await app.makeUser(), id), 'not_found')
    expectProblem(await read(await app.makeUser(['stats:read', 'websites:read']), id), 'insufficient_scope')
  })
})

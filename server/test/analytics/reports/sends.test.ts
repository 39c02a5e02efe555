import { ReportDelivery } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { withoutRequestId } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { registryOf } from '../websites/websites.ts'

const app = await startApp()

async function makeReported(
  user: TestUser,
): Promise<{ id: number; add: (kind: string, day: string, more?: object) => Promise<void> }> {
  const { id } = (await registryOf(app, user).make()) as { id: number }
  return {
    id,
    async add(kind, day, more = {}) {
      const row = { kind, starts_on: day, status: 'sent', sent_at: `${day}T07:00:05Z`, reason: null, ...more }
      await app.database.admin.query(
        `insert into report_sends (team_id, user_id, website_id, kind, starts_on, ends_on, recipient, status, reason, due_at, next_try_at, sent_at)
         values ($1, $1, $2, $3, $4, $4::date + 6, $5, $6, $7, ($4::date + interval '7 hours') at time zone 'UTC', $4, $8)`,
        [user.id, id, row.kind, row.starts_on, user.email, row.status, row.reason, row.sent_at],
      )
    },
  }
}

const list = (user: Pick<TestUser, 'key'>, id: number, query = '') =>
  app.call('GET', `/api/v1/websites/${id}/report/sends${query}`, { key: user.key })

describe('GET /api/v1/websites/:id/report/sends', () => {
  it('lists the reports of that website with their outcome, newest first', async () => {
    const user = await app.makeUser()
    const [site, other] = [await makeReported(user), await makeReported(user)]
    await site.add('weekly', '2026-01-05')
    await site.add('weekly', '2026-01-19', {
      status: 'failed',
      sent_at: null,
      reason: 'The mail server responded 550.',
    })
    await site.add('weekly', '2026-01-12', { status: 'quiet', sent_at: null, reason: 'No visits were recorded.' })
    await site.add('notice', '2026-01-12')
    await other.add('monthly', '2026-01-01')
    const { status, body } = await list(user, site.id)
    expect([status, body.meta.total]).toEqual([200, 4])
    for (const record of body.data) expect(ReportDelivery.safeParse(record).error).toBeUndefined()
    expect(
      body.data.map((each: ReportDelivery) => [each.kind, each.starts_on, each.ends_on, each.status, each.reason]),
    ).toEqual([
      ['weekly', '2026-01-19', '2026-01-25', 'failed', 'The mail server responded 550.'],
      ['notice', '2026-01-12', '2026-01-18', 'sent', null],
      ['weekly', '2026-01-12', '2026-01-18', 'quiet', 'No visits were recorded.'],
      ['weekly', '2026-01-05', '2026-01-11', 'sent', null],
    ])
    expect(body.data[3]).toMatchObject({
      object: 'report_delivery',
      website_id: site.id,
      recipient: user.email,
      due_at: '2026-01-05T07:00:00.000Z',
      sent_at: '2026-01-05T07:00:05.000Z',
      possible_repeat: false,
    })
  })

  it('is paged', async () => {
    const user = await app.makeUser()
    const site = await makeReported(user)
    for (const day of ['05', '12', '19', '26']) await site.add('weekly', `2026-01-${day}`)
    const { body, headers } = await list(user, site.id, '?page=2&per_page=3')
    expect(body.data.map((each: ReportDelivery) => each.starts_on)).toEqual(['2026-01-05'])
    expect(body.meta).toEqual({ current_page: 2, per_page: 3, from: 4, to: 4, last_page: 2, total: 4 })
    expect(headers.get('link')).toContain('rel="prev"')
    expect((await list(user, site.id, '?page=9')).body.data).toEqual([])
    expectProblem(await list(user, site.id, '?pageSize=3'), 'validation_failed')
  })

  it('answers 404 for another team, byte for byte as for a missing website', async () => {
    const [user, other] = [await app.makeUser(), await app.makeUser()]
    const site = await makeReported(user)
    await site.add('weekly', '2026-01-05')
    const missing = withoutRequestId(await list(other, 999_999_999))
    expect(missing.status).toBe(404)
    expect(withoutRequestId(await list(other, site.id))).toEqual(missing)
    const { key } = await app.makeKey(user.id, ['stats:read'])
    expectProblem(await list({ key }, site.id), 'insufficient_scope')
  })
})

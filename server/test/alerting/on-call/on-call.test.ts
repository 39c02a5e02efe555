import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { makeCaller } from '../../support/callers.ts'
import { addMember } from '../../support/teams.ts'

const app = await startApp()
const { admin } = app.database

async function makeTeam() {
  const caller = await makeCaller(app)
  const makeProvider = () =>
    caller.make('/api/providers', { provider_type: 'email', recipient_email: 'alert@example.com' })
  return { ...caller, caller, provider: await makeProvider() }
}

const WEEKS = { members: ['Sam', 'Kim'], starts_on: '2026-03-02', handover_at: '09:00', handover_unit: 'week' }

const makeSchedule = ({ caller, provider }: Awaited<ReturnType<typeof makeTeam>>, more: object = {}) =>
  caller.make('/api/on-call-schedules', {
    name: 'Operations',
    timezone: 'Europe/Berlin',
    members: [
      { name: 'Sam', provider_ids: [provider] },
      { name: 'Kim', provider_ids: [] },
    ],
    layers: [WEEKS],
    ...more,
  })

describe('/api/on-call-schedules', () => {
  it('creates, lists, changes and deletes schedules', async () => {
    const team = await makeTeam()
    const { call, provider, user } = team
    const id = await makeSchedule(team)
    const { body } = await call('GET', '/api/on-call-schedules')
    expect(body.data).toHaveLength(1)
    expect(body.data[0]).toMatchObject({
      object: 'on_call_schedule',
      id,
      timezone: 'Europe/Berlin',
      members: [
        { name: 'Sam', user_id: null, provider_ids: [provider] },
        { name: 'Kim', user_id: null, provider_ids: [] },
      ],
      layers: [{ name: 'Layer 1', ...WEEKS, handover_every: 1, hours: [] }],
      overrides: [],
      calendar_url: null,
      escalation_policy_ids: [],
    })
    const members = [{ name: 'Sam', user_id: user.id, provider_ids: [provider] }]
    const layers = [
      { ...WEEKS, members: ['Sam'], name: 'Days', hours: [{ weekdays: ['mon'], from: '09:00', to: '17:00' }] },
    ]
    const changed = await call('PATCH', `/api/on-call-schedules/${id}`, { members, layers, timezone: 'utc' })
    expect(changed.body.data).toMatchObject({ members, layers, timezone: 'UTC', name: 'Operations' })
    expect((await call('DELETE', `/api/on-call-schedules/${id}`)).status).toBe(200)
    expect((await call('GET', `/api/on-call-schedules/${id}`)).status).toBe(404)
  })

  it.each([
    ['a member that is not there', { layers: [{ ...WEEKS, members: ['Ann'] }] }],
    [
      'an override for nobody',
      { overrides: [{ member: 'Ann', starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-01-02T00:00:00Z' }] },
    ],
    [
      'an override that ends before it starts',
      { overrides: [{ member: 'Sam', starts_at: '2026-01-02T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' }] },
    ],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }],
    [
      'a name twice',
      {
        members: [
          { name: 'Sam', provider_ids: [] },
          { name: 'Sam', provider_ids: [] },
        ],
      },
    ],
    ['an hour that no clock shows', { layers: [{ ...WEEKS, handover_at: '24:00' }] }],
  ])('refuses %s', async (_what, more) => {
    const team = await makeTeam()
    const json = {
      name: 'a',
      members: [
        { name: 'Sam', provider_ids: [] },
        { name: 'Kim', provider_ids: [] },
      ],
      ...more,
    }
    expect((await team.call('POST', '/api/on-call-schedules', json)).status).toBe(422)
  })

  it('does not delete a schedule that an escalation policy uses', async () => {
    const team = await makeTeam()
    const id = await makeSchedule(team)
    const steps = [{ after_minutes: 0, on_call_schedule_ids: [id] }]
    const policy = await team.caller.make('/api/escalation-policies', { name: 'a', steps })
    const refused = await team.call('DELETE', `/api/on-call-schedules/${id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toContain(String(policy))
    expect((await team.call('GET', `/api/on-call-schedules/${id}`)).body.data.escalation_policy_ids).toEqual([policy])
  })

  it('answers 404 for providers and people of another team, and foreign keys refuse them too', async () => {
    const [mine, theirs] = [await makeTeam(), await makeTeam()]
    const id = await makeSchedule(mine)
    const put = (member: object) =>
      mine.call('PATCH', `/api/on-call-schedules/${id}`, {
        layers: [],
        members: [{ name: 'Sam', provider_ids: [], ...member }],
      })
    expect((await put({ provider_ids: [theirs.provider] })).status).toBe(404)
    expect((await put({ user_id: theirs.user.id })).status).toBe(404)
    const insert = `insert into on_call_member_providers (team_id, schedule_id, member, provider_id) values ($1, $2, 'Sam', $3)`
    await expect(admin.query(insert, [mine.user.id, id, theirs.provider])).rejects.toMatchObject({ code: '23503' })
    const assign = `update on_call_members set user_id = $2 where schedule_id = $1`
    await expect(admin.query(assign, [id, theirs.user.id])).rejects.toMatchObject({ code: '23503' })
  })

  it('keeps a person who leaves the team in the rotation, by name', async () => {
    const team = await makeTeam()
    const member = await addMember(app, team.user.id, 'viewer')
    const id = await makeSchedule(team, {
      members: [
        { name: 'Sam', user_id: member.id, provider_ids: [team.provider] },
        { name: 'Kim', provider_ids: [] },
      ],
    })
    await admin.query('delete from memberships where team_id = $1 and user_id = $2', [team.user.id, member.id])
    const { body } = await team.call('GET', `/api/on-call-schedules/${id}`)
    expect(body.data.members[0]).toEqual({ name: 'Sam', user_id: null, provider_ids: [team.provider] })
  })
})

describe('GET /api/on-call-schedules/:id/on-call', () => {
  it('says who is on call and who is next, and lists shifts with gaps', async () => {
    const team = await makeTeam()
    const id = await makeSchedule(team, {
      overrides: [{ member: 'Kim', starts_at: '2026-03-03T10:00:00+01:00', ends_at: '2026-03-03T12:00:00+01:00' }],
    })
    const ask = async (query: string) =>
      (await team.call('GET', `/api/on-call-schedules/${id}/on-call?${query}`)).body.data
    const during = await ask('at=2026-03-03T10:30:00Z&days=7')
    expect(during.now).toEqual({
      starts_at: '2026-03-03T10:30:00.000Z',
      ends_at: '2026-03-03T11:00:00.000Z',
      member: { name: 'Kim', user_id: null, provider_ids: [] },
      layer: null,
      is_override: true,
    })
    expect(during.next).toMatchObject({ member: { name: 'Sam' }, starts_at: '2026-03-03T11:00:00.000Z' })
    expect(during.shifts.at(-1)).toMatchObject({ member: { name: 'Kim' }, ends_at: '2026-03-10T10:30:00.000Z' })
    const before = await ask('at=2026-03-02T07:00:00Z&days=1')
    expect(before.now).toMatchObject({ member: null, ends_at: '2026-03-02T08:00:00.000Z' })
    expect(before.next).toMatchObject({ member: { name: 'Sam' } })
    expect((await ask('')).shifts.length).toBeGreaterThan(1)
  })
})

describe('the calendar of a schedule', () => {
  it('is a feed at a secret URL, which can be replaced and revoked', async () => {
    const team = await makeTeam()
    const id = await makeSchedule(team)
    const create = async () =>
      (await team.call('POST', `/api/on-call-schedules/${id}/calendar`)).body.data.calendar_url as string
    const read = (url: string) => fetch(app.base + new URL(url).pathname)
    const first = await create()
    expect(first).toMatch(/\/on-call\/[0-9A-Za-z]{22}\.ics$/)
    const feed = await read(first)
    expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(await feed.text()).toContain('SUMMARY:On call: Kim (Operations)')
    const second = await create()
    expect((await read(first)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    expect((await read(second.replace('.ics', '.txt'))).status).toBe(404)
    const revoked = await team.call('DELETE', `/api/on-call-schedules/${id}/calendar`)
    expect(revoked.body.data.calendar_url).toBeNull()
    expect((await read(second)).status).toBe(404)
    const { rows } = await admin.query(`select encode(calendar_token_sealed, 'escape') from on_call_schedules`)
    expect(JSON.stringify(rows)).not.toContain(second.slice(-26, -4))
  })
})

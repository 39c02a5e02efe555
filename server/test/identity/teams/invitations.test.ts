import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/platform/postgres/index.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { readMail } from '../../support/mail.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { addMember, makeTeam, type Member } from '../../support/teams.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url })
const owner = await makeTeam(app)
let n = 0
const newAddress = (): string => `invited${n++}@example.com`
const invite = (json: object, member: Member = owner, on: TestApp = app) =>
  on.call('POST', `/api/teams/${member.team_id}/invitations`, { key: member.key, json })
const tokenOf = (url: string): string => new URL(url).searchParams.get('token') ?? ''

async function signUp(email: string, invitation: string): Promise<string> {
  const { status, headers, text } = await app.call('POST', '/api/account', {
    json: { email, password: 'correct horse battery', invitation },
  })
  if (status !== 201) throw new Error(text)
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
const accept = (cookie: string, token: string) =>
  app.call('POST', '/api/team-invitations/accept', { cookie, json: { token } })

describe('an invitation to a team', () => {
  it('lets a new person sign up and join, once', async () => {
    const email = newAddress()
    const { body } = await invite({ email, role: 'editor' })
    expect(body.data).toMatchObject({
      object: 'team_invitation',
      email,
      role: 'editor',
      invited_by: owner.email,
      accepted_at: null,
    })
    const token = tokenOf(body.data.url)
    const preview = await app.call('POST', '/api/team-invitations/preview', { json: { token } })
    expect(preview.body.data).toMatchObject({ team_name: 'Operations', email, role: 'editor' })
    const cookie = await signUp(email, token)
    expect((await accept(cookie, token)).body.data).toMatchObject({ id: owner.team_id, role: 'editor' })
    expectProblem(await accept(cookie, token), 'not_found')
    const headers = { 'sitewatch-team': String(owner.team_id) }
    expect(
      (await app.call('POST', '/api/v1/websites', { cookie, headers, json: { domain: 'joined.example.com' } })).status,
    ).toBe(201)
    const list = await app.call('GET', `/api/teams/${owner.team_id}/invitations`, { key: owner.key })
    expect(list.body.data[0]).toMatchObject({ email, accepted_at: expect.any(String) })
  })

  it('is for the invited address only', async () => {
    const { body } = await invite({ email: newAddress(), role: 'viewer' })
    const stranger = await app.makeUser()
    const refused = expectProblem(await accept(await app.makeSession(stranger.id), tokenOf(body.data.url)), 'not_found')
    expect(refused.detail).toContain('This invitation is for')
  })

  it('stops working when it is revoked, has expired, or was forged', async () => {
    const person = await app.makeUser()
    const cookie = await app.makeSession(person.id)
    const { body } = await invite({ email: person.email, role: 'viewer' })
    const token = tokenOf(body.data.url)
    expectProblem(await accept(cookie, `${token.split('.')[0]}.AAAA`), 'not_found')
    await app.database.admin.query(`update team_invitations set expires_at = now() where id = $1`, [body.data.id])
    expectProblem(await accept(cookie, token), 'not_found')
    await app.database.admin.query(`update team_invitations set expires_at = now() + interval '1 day' where id = $1`, [
      body.data.id,
    ])
    const path = `/api/teams/${owner.team_id}/invitations/${body.data.id}`
    expect((await app.call('DELETE', path, { key: owner.key })).status).toBe(200)
    expectProblem(await accept(cookie, token), 'not_found')
  })

  it('is refused for a member, for an address invited before, and for a role above that of the inviting person', async () => {
    const admin = await addMember(app, owner.team_id, 'admin')
    expectProblem(await invite({ email: admin.email, role: 'viewer' }), 'already_exists')
    const email = newAddress()
    expect((await invite({ email, role: 'admin' }, admin)).status).toBe(201)
    expectProblem(await invite({ email, role: 'viewer' }), 'already_exists')
    expectProblem(await invite({ email: newAddress(), role: 'owner' }, admin), 'insufficient_role')
  })

  it('gives a guest access to the chosen websites', async () => {
    const made = await app.call('POST', '/api/v1/websites', { key: owner.key, json: { domain: 'chosen.example.com' } })
    const person = await app.makeUser()
    const cookie = await app.makeSession(person.id)
    const { body } = await invite({ email: person.email, role: 'guest', website_ids: [made.body.data.id] })
    await accept(cookie, tokenOf(body.data.url))
    const headers = { 'sitewatch-team': String(owner.team_id) }
    const websites = await app.call('GET', '/api/v1/websites', { cookie, headers })
    expect(websites.body.data.map(({ id }: { id: number }) => id)).toEqual([made.body.data.id])
  })

  it('does not verify the address, because the inviting person has seen the link', async () => {
    const email = newAddress()
    const { body } = await invite({ email, role: 'viewer' })
    const cookie = await signUp(email, tokenOf(body.data.url))
    await accept(cookie, tokenOf(body.data.url))
    expect((await app.call('GET', '/api/account', { cookie })).body.data.email_verified_at).toBeNull()
  })

  it('is sent by mail with the same link, in the language of the inviting person', async () => {
    await app.database.admin.query(`update users set language = 'de' where id = $1`, [owner.id])
    const { body } = await invite({ email: newAddress(), role: 'viewer' })
    const worker = await startWorkerRole(app.parts)
    const mail = readMail((await sink.waitFor(body.data.email)).source)
    await worker.stop()
    expect(mail.text).toContain(body.data.url)
    expect(mail.headers.get('subject')).toContain('Operations')
    expect(mail.headers.get('subject')).not.toContain('You have been invited')
  })
})

describe('an invitation by a person who may no longer invite', () => {
  async function inviteAs(inviter: Member, role = 'viewer') {
    const person = await app.makeUser()
    const { body } = await invite({ email: person.email, role }, inviter)
    const cookie = await app.makeSession(person.id)
    return { email: person.email, cookie, token: tokenOf(body.data.url) }
  }
  async function expectRefused({ cookie, token }: { cookie: string; token: string }): Promise<void> {
    expectProblem(await accept(cookie, token), 'not_found')
    expectProblem(await app.call('POST', '/api/team-invitations/preview', { json: { token } }), 'not_found')
  }
  const member = ({ id }: Member) => `/api/teams/${owner.team_id}/members/${id}`
  const setRole = async (who: Member, role: string) =>
    expect((await app.call('PATCH', member(who), { key: owner.key, json: { role } })).status).toBe(200)
  const suspend = (id: number, is_suspended: boolean) =>
    app.database.admin.query('update users set is_suspended = $2 where id = $1', [id, is_suspended])

  it('is revoked when that person is removed or leaves, and stays so when the person returns', async () => {
    const admin = await addMember(app, owner.team_id, 'admin')
    const invited = await inviteAs(admin, 'admin')
    expect((await app.call('DELETE', member(admin), { key: owner.key })).status).toBe(200)
    await expectRefused(invited)
    await app.database.admin.query(`insert into memberships (team_id, user_id, role) values ($1, $2, 'admin')`, [
      owner.team_id,
      admin.id,
    ])
    await expectRefused(invited)
    expect((await invite({ email: invited.email, role: 'viewer' })).status).toBe(201)
  })

  it('is revoked when that person is demoted below what the invitation grants', async () => {
    const second = await addMember(app, owner.team_id, 'owner')
    const [toOwner, toAdmin] = [await inviteAs(second, 'owner'), await inviteAs(second, 'admin')]
    await setRole(second, 'admin')
    await expectRefused(toOwner)
    expect((await accept(toAdmin.cookie, toAdmin.token)).status).toBe(200)
    const toViewer = await inviteAs(second)
    await setRole(second, 'editor')
    await setRole(second, 'admin')
    await expectRefused(toViewer)
  })

  it('waits while that person is suspended, and cannot be used to sign up', async () => {
    const admin = await addMember(app, owner.team_id, 'admin')
    const invited = await inviteAs(admin)
    const email = newAddress()
    const { body } = await invite({ email, role: 'viewer' }, admin)
    await suspend(admin.id, true)
    await expectRefused(invited)
    await expect(signUp(email, tokenOf(body.data.url))).rejects.toThrow('invitation')
    await suspend(admin.id, false)
    expect((await accept(invited.cookie, invited.token)).status).toBe(200)
  })

  it('is revoked with the account of that person', async () => {
    const admin = await addMember(app, owner.team_id, 'admin')
    const invited = await inviteAs(admin)
    await app.parts.postgres.asRole('admin', (tx) => tx.query(sql`select close_account(${admin.id})`))
    await expectRefused(invited)
  })
})

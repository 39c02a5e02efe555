import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { setupCode } from '../../../src/identity/accounts/index.ts'
import { invitationToken } from '../../../src/identity/accounts/invitation.ts'
import { logOptions } from '../../../src/platform/log.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'

const PASSWORD = 'a long enough password'

const signUp = (app: TestApp, fields: Record<string, unknown>) =>
  app.call('POST', '/api/account', { json: { email: 'new@example.com', password: PASSWORD, ...fields } })

const expectRefusal = (answer: Awaited<ReturnType<typeof signUp>>, field: string, code: string): void => {
  expect(expectProblem(answer, 'validation_failed').errors).toMatchObject([{ field, code }])
}

describe('POST /api/account on an empty install', () => {
  it('requires the set-up code, creates the administrator, signs in, and works once', async () => {
    const app = await startApp()
    const setup_code = setupCode(app.parts.config)
    expectRefusal(await signUp(app, {}), 'setup_code', 'required')
    expectRefusal(await signUp(app, { setup_code: 'wrong' }), 'setup_code', 'invalid_value')
    const made = await signUp(app, { setup_code, email: 'Owner@Example.com' })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      object: 'session',
      user: { object: 'user', email: 'owner@example.com', is_administrator: true, two_factor_enabled: false },
    })
    expect(made.headers.get('location')).toBe(`${app.parts.config.BASE_URL}/api/session`)
    const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await app.call('GET', '/api/users', { cookie })).status).toBe(200)
    expectRefusal(await signUp(app, { setup_code, email: 'second@example.com' }), 'setup_code', 'invalid_value')
  })

  it('creates one administrator when many are sent concurrently', async () => {
    const app = await startApp()
    const setup_code = setupCode(app.parts.config)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => signUp(app, { setup_code, email: `u${n}@example.com` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
  })

  it('logs the set-up code until an account exists, the same after a restart', async () => {
    const lines: string[] = []
    const log = pino(logOptions('warn'), { write: (line: string) => void lines.push(line) })
    const app = await startApp({}, { log })
    expect(lines.join('')).toContain(setupCode(app.parts.config))
    lines.length = 0
    await startApp({}, { log, database: app.database })
    expect(lines.join('')).toContain(setupCode(app.parts.config))
    lines.length = 0
    await app.makeUser()
    await startApp({}, { log, database: app.database })
    expect(lines).toEqual([])
  })
})

describe('POST /api/account once an account exists', () => {
  it('requires an invitation by default', async () => {
    const app = await startApp()
    await app.makeUser()
    expectRefusal(await signUp(app, {}), 'invitation', 'required')
    expectRefusal(await signUp(app, { invitation: 'x' }), 'invitation', 'invalid_value')
  })

  it('accepts no invitation under SITEWATCH_INVITATIONS=0, and none can be created', async () => {
    const before = await startApp()
    const { cookie } = await before.makeAdministrator()
    const invite = (app: TestApp, email: string) => app.call('POST', '/api/invitations', { cookie, json: { email } })
    const { url } = (await invite(before, 'new@example.com')).body.data
    const invitation = new URL(url as string).searchParams.get('invitation')

    const app = await startApp({ SITEWATCH_INVITATIONS: '0' }, { database: before.database })
    expectRefusal(await signUp(app, { invitation }), 'invitation', 'not_allowed')
    expectRefusal(await signUp(app, {}), 'invitation', 'not_allowed')
    const refused = expectProblem(await invite(app, 'other@example.com'), 'validation_failed')
    expect(refused).toMatchObject({ errors: [{ field: 'email', code: 'not_allowed' }] })
    expect(refused.detail).toContain('SITEWATCH_INVITATIONS')
    expect((await signUp(before, { invitation })).status).toBe(201)
  })

  it('is open to everybody with SITEWATCH_SIGNUP=open', async () => {
    const app = await startApp({ SITEWATCH_SIGNUP: 'open' })
    const owner = await app.makeUser()
    const made = await signUp(app, {})
    expect(made.status).toBe(201)
    expect(made.body.data.user.is_administrator).toBe(false)
    expectRefusal(await signUp(app, {}), 'email', 'already_exists')
    expectRefusal(await signUp(app, { email: ` ${owner.email.toUpperCase()} ` }), 'email', 'already_exists')
    const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? ''
    expectProblem(await app.call('GET', '/api/users', { cookie }), 'insufficient_scope')
  })

  it.each([
    ['closed, the default', {}],
    ['invite, an alias of closed', { SITEWATCH_SIGNUP: 'invite' }],
  ])('under %s, accepts an invitation for that address, once, for seven days', async (_name, settings) => {
    const app = await startApp(settings)
    const { cookie } = await app.makeAdministrator()
    const invite = async (email: string): Promise<{ id: number; invitation: string }> => {
      const { status, body } = await app.call('POST', '/api/invitations', { cookie, json: { email } })
      expect(status).toBe(201)
      const url = new URL(body.data.url as string)
      expect(url.href.startsWith(`${app.parts.config.BASE_URL}/sign-up?`)).toBe(true)
      expect(url.searchParams.get('email')).toBe(email.toLowerCase())
      return { id: body.data.id as number, invitation: url.searchParams.get('invitation') ?? '' }
    }
    const first = await invite('New@example.com')
    expectRefusal(await signUp(app, {}), 'invitation', 'required')
    expectRefusal(await signUp(app, { invitation: 'wrong' }), 'invitation', 'invalid_value')
    expectRefusal(
      await signUp(app, { invitation: first.invitation, email: 'other@example.com' }),
      'invitation',
      'invalid_value',
    )
    expectProblem(
      await app.call('POST', '/api/invitations', { cookie, json: { email: 'new@example.com' } }),
      'already_exists',
    )
    expect((await signUp(app, { invitation: first.invitation })).status).toBe(201)
    expectRefusal(await signUp(app, { invitation: first.invitation }), 'invitation', 'invalid_value')

    const late = await invite('late@example.com')
    await app.database.admin.query(`update invitations set expires_at = now() where id = $1`, [late.id])
    expectRefusal(
      await signUp(app, { ...late, id: undefined, email: 'late@example.com' }),
      'invitation',
      'invalid_value',
    )

    const withdrawn = await invite('gone@example.com')
    expect((await app.call('DELETE', `/api/invitations/${withdrawn.id}`, { cookie })).status).toBe(200)
    expectRefusal(
      await signUp(app, { invitation: withdrawn.invitation, email: 'gone@example.com' }),
      'invitation',
      'invalid_value',
    )
    const { rows } = await app.database.admin.query('select i::text as row from invitations i')
    expect(JSON.stringify(rows)).not.toContain(first.invitation)
    expect(invitationToken(app.parts.config, first.id)).toBe(first.invitation)
  })
})

describe('422 validation_failed', () => {
  it.each([
    [{ email: 'nobody' }, 'email', 'invalid_format'],
    [{ email: 'a b@example.com' }, 'email', 'invalid_format'],
    [{ email: 'a@b@example.com' }, 'email', 'invalid_format'],
    [{ email: 'a@example.com\r\nBcc: x@example.com' }, 'email', 'invalid_format'],
    [{ email: `a@${'İ'.repeat(200)}.com` }, 'email', 'invalid_format'],
    [{ password: 'short' }, 'password', 'too_short'],
    [{ password: 'a'.repeat(201) }, 'password', 'too_long'],
    [{ password: 'nul in\0the middle' }, 'password', 'invalid_value'],
    [{ is_administrator: true }, 'is_administrator', 'unknown_field'],
  ])('for %j', async (fields, field, code) => {
    const app = await startApp({ SITEWATCH_SIGNUP: 'open' })
    await app.makeUser()
    expectRefusal(await signUp(app, fields), field, code)
  })
})

import { describe, expect, it } from 'vitest'
import { accountTasks } from '../../../src/identity/accounts/index.ts'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { readMail } from '../../support/mail.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const smtp = await startSmtpSink()
const app = await startApp({ SMTP_URL: smtp.url, SITEWATCH_MAIL_FROM: 'Watch <watch@example.com>' })

async function makeAccount() {
  const user = await app.makeUser()
  const cookie = await app.makeSession(user.id)
  return { ...user, choose: (json: object) => app.call('PATCH', '/api/account', { cookie, json }), cookie }
}

describe('PATCH /api/account', () => {
  it('sets the language, and null selects the language of the browser again', async () => {
    const { choose, cookie } = await makeAccount()
    const read = async () => (await app.call('GET', '/api/session', { cookie })).body.data.user.language
    expect(await read()).toBeNull()
    expect((await choose({ language: 'de' })).body.data).toMatchObject({ object: 'user', language: 'de' })
    expect(await read()).toBe('de')
    expect((await choose({})).body.data.language).toBe('de')
    expect((await choose({ language: null })).body.data.language).toBeNull()
  })

  it('answers 422 to a language without a translation', async () => {
    const { choose } = await makeAccount()
    const { errors } = expectProblem(await choose({ language: 'tlh' }), 'validation_failed')
    expect(errors).toMatchObject([{ field: 'language' }])
  })
})

describe('an account mail', () => {
  it('is in the language of the account', async () => {
    const { choose, email, id } = await makeAccount()
    await choose({ language: 'de' })
    const task = accountTasks(app.parts).find(({ name }) => name === 'send_password_reset')
    await task?.run({ user_id: id } as never)
    const { source } = smtp.mails.find(({ to }) => to.includes(email)) ?? { source: '' }
    expect(readMail(source).text).toContain('Passwort')
  })

  it('about a change of the address is in the language of the account', async () => {
    const { choose, email, id } = await makeAccount()
    await choose({ language: 'de' })
    const task = accountTasks(app.parts).find(({ name }) => name === 'send_email_change')
    await task?.run({ user_id: id, email, kind: 'requested' } as never)
    const { source } = smtp.mails.find(({ to }) => to.includes(email)) ?? { source: '' }
    expect(readMail(source).text).toContain('möchte die E-Mail-Adresse Ihres Kontos')
  })

  it.each([
    ['de', 'Sie sind eingeladen'],
    [null, 'You have been invited'],
  ])('with an invitation is in the language of the inviting person: %s', async (language, words) => {
    const { cookie } = await app.makeAdministrator()
    await app.call('PATCH', '/api/account', { cookie, json: { language } })
    const email = `guest-${language}@example.com`
    const made = await app.call('POST', '/api/invitations', { cookie, json: { email } })
    expect(made.status, made.text).toBe(201)
    const task = accountTasks(app.parts).find(({ name }) => name === 'send_invitation')
    await task?.run({ invitation_id: made.body.data.id } as never)
    const { source } = smtp.mails.find(({ to }) => to.includes(email)) ?? { source: '' }
    expect(readMail(source).text).toContain(words)
  })
})

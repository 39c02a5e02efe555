import { describe, expect, it } from 'vitest'
import { BY_PASSKEY, expectArrival, startPasskeyJourney, typePassword } from './passkey-device.ts'

const { app, openWithPasskey, enableTwoFactor } = await startPasskeyJourney()

describe('a passkey', () => {
  it('signs in without a password, and its answer is accepted only once', async () => {
    const { visit, user } = await openWithPasskey()
    const sent = visit.page.waitForRequest(/\/api\/session\/passkey$/)
    await visit.page.getByRole('button', BY_PASSKEY).click()
    await expectArrival(visit)
    await visit.page.getByRole('button', { name: `Account ${user.email}` }).waitFor()
    await visit.expectNoErrors()
    const { rows } = await app.database.admin.query<{ action: string }>(
      'select action from audit_log where team_id = $1 order by id',
      [user.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['passkey.created', 'session.created'])
    const notices = `select payload ->> 'action' as action from graphile_worker._private_jobs where payload ->> 'user_id' = $1`
    expect((await app.database.admin.query(notices, [user.id])).rows).toContainEqual({ action: 'passkey.created' })
    const json = (await sent).postDataJSON() as { credential: object }
    const replayed = await app.call('POST', '/api/session/passkey', { json })
    expect([replayed.status, replayed.body.code]).toEqual([401, 'unauthenticated'])
  })

  it('is refused from a device that did not verify its user, from a copied device, and after it was removed', async () => {
    const { visit, device, user, cookie } = await openWithPasskey()
    const { page } = visit
    const { devtools, authenticatorId } = device
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.getByRole('button', BY_PASSKEY).click()
    await page.getByText('Your browser did not use a passkey.').waitFor()
    await visit.expectNoErrors('sign-in-passkey-refused')

    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await page.getByRole('button', BY_PASSKEY).click()
    await expectArrival(visit)
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    const [credential] = credentials
    if (!credential) throw new Error('no passkey')
    expect(credential.signCount).toBeGreaterThan(1)
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
    // The copy was made before the last sign-in, so its counter does not increase.
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 1 } })
    await visit.context.clearCookies()
    await page.goto(new URL('/watch/sign-in', page.url()).href)
    await page.getByRole('button', BY_PASSKEY).click()
    await page.getByText('it seems to have been copied').waitFor()

    const { body } = await app.call('GET', '/api/account/passkeys', { cookie })
    await app.call('DELETE', `/api/account/passkeys/${body.data[0].id}`, { cookie })
    await page.getByRole('button', BY_PASSKEY).click()
    await page.getByText('This passkey is not known here.').waitFor()
    await typePassword(visit, user)
    await expectArrival(visit)
  })

  it('is accepted instead of a second-factor code, but not that of another account', async () => {
    const { visit, user, cookie } = await openWithPasskey()
    await enableTwoFactor(cookie, user.password)
    const stranger = await app.makeUser()
    await enableTwoFactor(await app.makeSession(stranger.id), stranger.password)
    await app.database.admin.query(
      `insert into passkeys (user_id, name, credential_id, public_key, counter, transports) values ($1, 'x', decode(md5(random()::text), 'hex'), '', 0, '{}')`,
      [stranger.id],
    )
    await typePassword(visit, stranger)
    await visit.page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await visit.page.getByText('Incorrect e-mail or password.').waitFor()
    await visit.page.reload()
    await typePassword(visit, user)
    await visit.page.getByLabel('Code').waitFor()
    await visit.expectNoErrors('sign-in-second-factor')
    await visit.page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await expectArrival(visit)
  })
})

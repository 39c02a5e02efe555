import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'
import { codeOf } from '../support/totp.ts'

const journey = await startJourney()
const { app } = journey

describe('API keys in the settings', () => {
  it('are created, limited and deleted with the keyboard alone, and the key is shown once', async () => {
    const user = await app.makeUser()
    await app.call('POST', '/api/v1/websites', { key: user.key, json: { domain: 'shop.example.com' } })
    const visit = await journey.open({ at: '/settings/keys', cookie: await app.makeSession(user.id) })
    const { page } = visit
    visit.allowError(/status of 422/)
    await page.getByRole('table').waitFor()
    await visit.press('n')
    await page.locator('dialog input[name=name]:focus').waitFor()
    await page.keyboard.type('deploy pipeline')
    await visit.press('Enter')
    await page.locator('dialog [data-invalid] input:focus').waitFor()
    await visit.expectNoErrors('new-key-refused')
    await visit.tabTo('dialog input[value="stats:read"]')
    await visit.press('Space')
    await visit.tabTo('dialog select[name=access]')
    await visit.press('ArrowDown')
    await page.getByRole('checkbox', { name: 'shop.example.com' }).waitFor()
    await visit.tabTo('dialog label:has-text("shop.example.com") input')
    await visit.press('Space')
    await visit.tabTo('dialog button[type=submit]')
    await visit.press('Enter')
    const key = await page.getByRole('region', { name: 'API key' }).textContent()
    expect(key).toMatch(/^sw_\w{51}$/)
    await visit.expectNoErrors('new-key')
    await visit.expectFocus(page.getByRole('dialog').getByRole('button', { name: 'Copy' }))
    await visit.press('Enter')
    await page.getByText('Copied ✓').waitFor()
    await visit.expectFocus(page.getByRole('dialog').getByRole('button', { name: /^Cop(y|ied)/ }))
    expect((await app.call('GET', '/api/v1/websites', { key: key ?? '' })).status).toBe(403)
    await visit.pressAt('dialog summary')
    const command = await page.getByRole('region', { name: 'Command for Claude Code' }).textContent()
    expect(command).toBe(
      `claude mcp add --transport http sitewatch ${app.parts.config.BASE_URL}/mcp --header "Authorization: Bearer ${key}"`,
    )
    await visit.expectNoErrors('new-key-assistant')
    await visit.press('Escape')
    await page.getByRole('cell', { name: /^deploy pipeline sw_.*Limited to 1 website$/ }).waitFor()
    expect(await page.content()).not.toContain(key)
    await visit.pressAt('[aria-label="Delete deploy pipeline"]')
    await visit.expectFocus('dialog >> text=Cancel')
    await visit.press('Escape')
    await visit.expectFocus('[aria-label="Delete deploy pipeline"]')
    await visit.press('Enter')
    await visit.pressAt('dialog button:has-text("Delete API key")')
    await page.getByText('API key deleted').waitFor()
    await visit.expectFocus('section:has-text("API keys")')
    expect((await app.call('GET', '/api/keys', { key: key ?? '' })).status).toBe(401)
    await visit.pressAt('[aria-label="Rotate test"]')
    await visit.pressAt('dialog button[type=submit]')
    const replacement = await page.getByRole('region', { name: 'API key' }).textContent()
    for (const each of [user.key, replacement ?? '']) {
      expect((await app.call('GET', '/api/keys', { key: each })).status).toBe(200)
    }
    await visit.press('Escape')
    await page.getByRole('button', { name: 'Rotate test' }).nth(1).waitFor()
  })
})

describe('two-factor authentication in the settings', () => {
  it('is enabled with a code from the app, and disabled again', async () => {
    const user = await app.makeUser()
    const visit = await journey.open({ at: '/settings/security', cookie: await app.makeSession(user.id) })
    const { page } = visit
    visit.allowError(/status of 422/)
    await page.getByRole('button', { name: 'Enable…' }).click()
    await page.getByLabel('Your password').fill(user.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await visit.expectNoErrors('two-factor')
    const spelled = (await page.locator('dialog code').first().textContent()) ?? ''
    await page.getByLabel('Code from the app').fill(codeOf(spelled.replaceAll(' ', '')))
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    const codes = (await page.getByRole('region', { name: 'Recovery codes' }).textContent())?.split('\n') ?? []
    expect(codes).toHaveLength(10)
    await visit.expectNoErrors('two-factor-codes')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('button', { name: 'Disable…' }).click()
    await page.getByLabel('Your password').fill(user.password)
    await page.getByLabel('Code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('button', { name: 'Enable…' }).waitFor()
    await visit.expectNoErrors()
  })
})

describe('the password in the settings', () => {
  it('is changed with the keyboard alone, and every other session ends', async () => {
    const user = await app.makeUser()
    const other = await app.makeSession(user.id)
    const visit = await journey.open({ at: '/settings/security', cookie: await app.makeSession(user.id) })
    const { page } = visit
    await visit.write(page.getByLabel('Current password'), user.password)
    await visit.write(page.getByLabel('New password'), 'another horse battery')
    await visit.pressAt(page.getByRole('button', { name: 'Change password' }))
    await page.getByText('Every other session has ended').waitFor()
    expect(await page.getByLabel('Current password').inputValue()).toBe('')
    expect((await app.call('GET', '/api/session', { cookie: other })).status).toBe(401)
    await visit.pressAt(page.getByRole('link', { name: 'Sessions' }))
    await page.getByRole('table', { name: 'Sessions' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
  })
})

describe('the administration screen', () => {
  it('invites, limits, suspends and deletes users, with the keyboard alone', async () => {
    const { cookie } = await app.makeAdministrator()
    const other = await app.makeUser()
    const visit = await journey.open({ at: `/settings/users?search=${other.email}`, cookie })
    const { page } = visit
    const act = async (name: string): Promise<void> => {
      await visit.pressAt(page.getByRole('button', { name: `Actions for ${other.email}` }))
      await visit.pressAt(page.getByRole('menuitem', { name }))
    }
    await act('Limits')
    await visit.write(page.getByLabel('Monitors'), '3')
    await visit.pressAt(page.getByRole('button', { name: 'Save limits' }))
    await page.getByText('· / 3 / · / ·').waitFor()
    await act('Suspend')
    await visit.pressAt(page.getByRole('button', { name: 'Suspend', exact: true }))
    await page.getByRole('cell', { name: 'Suspended' }).waitFor()
    expect((await app.call('GET', '/api/monitors', { key: other.key })).status).toBe(401)
    await act('Delete')
    await visit.pressAt(page.getByRole('button', { name: 'Delete account' }))
    // Closed at once, and listed until the worker, which does not run here, has deleted all of it.
    await page.getByRole('cell', { name: 'Deleting (0 %)' }).waitFor()
    expect(await page.getByRole('button', { name: `Actions for ${other.email}` }).count()).toBe(0)
    await visit.expectNoErrors()

    await visit.pressAt(page.getByRole('link', { name: 'Invitations' }))
    await visit.write(page.getByLabel('E-mail', { exact: true }), 'guest@example.com')
    await visit.pressAt(page.getByRole('button', { name: 'Invite' }))
    const link = (await page.getByRole('region', { name: 'Invitation link' }).textContent()) ?? ''
    const guest = await journey.open({ at: link.slice(app.base.length) })
    await guest.page.getByLabel('Password').waitFor()
    expect(await guest.page.getByLabel('E-mail').inputValue()).toBe('guest@example.com')
    await guest.expectNoErrors('sign-up-invited')
    await guest.page.getByLabel('Password').fill('correct horse battery')
    await guest.page.getByRole('button', { name: 'Create account' }).click()
    await guest.page.getByLabel('Website domain or URL').waitFor()
    await guest.expectNoErrors()
  })
})

import { describe, expect, it } from 'vitest'
import { addMember, makeTeam } from '../support/teams.ts'
import { startJourney } from './journey.ts'

const journey = await startJourney()
const { app } = journey

describe('a team in the dashboard', () => {
  it('is created, a colleague is invited, joins, gets another role, and leaves', async () => {
    const owner = await app.makeUser()
    const colleague = await app.makeUser()
    const visit = await journey.open({ at: '/settings/team', cookie: await app.makeSession(owner.id) })
    const { page } = visit
    await page.getByRole('button', { name: 'Create team…' }).click()
    await page.getByRole('dialog').getByLabel('Team name').fill('Operations')
    await page.getByRole('dialog').getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('button', { name: 'Team Operations' }).waitFor()
    await page.goto(`${journey.app.parts.config.BASE_URL}/settings/team`)
    await page.getByLabel('E-mail').fill(colleague.email)
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await page.getByRole('button', { name: 'Invite' }).click()
    const link = await page.getByRole('region', { name: 'Invitation link' }).textContent()

    const other = await journey.open({ at: '/', cookie: await app.makeSession(colleague.id) })
    await other.page.goto(link ?? '')
    await other.page.getByRole('button', { name: 'Join team' }).click()
    await other.page.getByRole('button', { name: 'Team Operations' }).waitFor()

    await page.reload()
    await page.getByRole('button', { name: `Actions for ${colleague.email}` }).click()
    await page.getByRole('menuitem', { name: 'Change role' }).click()
    await page.getByRole('dialog').getByLabel('Role', { exact: true }).selectOption('editor')
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
    await page.getByText('Role changed').waitFor()
    await page.getByRole('cell', { name: 'Editor' }).waitFor()

    await other.page.goto(`${journey.app.parts.config.BASE_URL}/settings/team`)
    await other.page.getByText('Your role: Editor.').waitFor()
    await other.page.getByRole('button', { name: 'Leave team' }).click()
    await other.page.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click()
    await other.page.getByRole('button', { name: `Team ${colleague.email.split('@')[0]}` }).waitFor()
    const { body } = await app.call('GET', '/api/teams', { cookie: await app.makeSession(colleague.id) })
    expect(body.meta.total).toBe(1)
  })

  it('can be switched, and a link to a record of another team opens it there', async () => {
    const owner = await makeTeam(app)
    const made = await app.call('POST', '/api/v1/websites', { key: owner.key, json: { domain: 'shared.example.com' } })
    const visit = await journey.open({ at: '/', cookie: owner.cookie })
    const { page } = visit
    visit.allowError(/status of 404/)
    await page.getByRole('button', { name: /^Team / }).click()
    await page.getByRole('menuitem', { name: 'Switch to Operations' }).click()
    await page.getByRole('button', { name: 'Team Operations' }).waitFor()
    await page.getByRole('link', { name: 'Websites', exact: true }).click()
    await page.getByText('shared.example.com').first().waitFor()
    const elsewhere = await journey.open({ at: `/websites/${made.body.data.id}`, cookie: owner.cookie })
    elsewhere.allowError(/status of 404/)
    await elsewhere.page.getByRole('heading', { name: 'shared.example.com' }).waitFor()
    await elsewhere.page.getByRole('button', { name: 'Team Operations' }).waitFor()
    expect(new URL(elsewhere.page.url()).pathname).toBe(`/websites/${made.body.data.id}`)
  })

  it('shows a viewer its records, without buttons that the role does not allow', async () => {
    const owner = await makeTeam(app)
    const website = await app.call('POST', '/api/v1/websites', { key: owner.key, json: { domain: 'read.example.com' } })
    const monitor = await app.call('POST', '/api/monitors', {
      key: owner.key,
      json: { friendly_name: 'Shop', url: 'https://read.example.com', type: 'http', interval: 300 },
    })
    const pages = {
      monitor: `/monitors/${monitor.body.data.id}`,
      settings: `/websites/${website.body.data.id}/settings`,
    }
    const { cookie } = await addMember(app, owner.team_id, 'viewer')
    const visit = await journey.open({ at: pages.monitor, cookie })
    visit.allowError(/status of 404/)
    const { page } = visit
    await page.getByRole('button', { name: 'Team Operations' }).waitFor()
    await page.getByRole('heading', { name: 'Shop' }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    await page.goto(journey.app.parts.config.BASE_URL + pages.settings)
    const zone = page.getByLabel('Time zone')
    await zone.waitFor()
    // The role of a member is known once the teams have loaded.
    await page.getByText('ask an admin of the team').waitFor()
    await expect.poll(() => zone.isEnabled()).toBe(false)
    await visit.expectNoErrors()
  })
})

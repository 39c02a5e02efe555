import { describe, it } from 'vitest'
import { makeTeam } from '../support/teams.ts'
import { startJourney } from './journey.ts'

const journey = await startJourney()
const { app } = journey

describe('a team in the dashboard', () => {
  it('renders its invitation without errors', async () => {
    const owner = await makeTeam(app)
    const { body } = await app.call('POST', `/api/teams/${owner.team_id}/invitations`, {
      key: owner.key,
      json: { email: 'new@example.com', role: 'viewer' },
    })
    const { pathname, search } = new URL(body.data.url)
    await journey.expectScreens('join-team', { at: pathname + search }, async (visit) => {
      visit.allowError(/status of 401/)
      await visit.page.getByRole('link', { name: 'Create an account to join' }).waitFor()
    })
  })
})

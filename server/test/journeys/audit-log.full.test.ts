import { describe, expect, it } from 'vitest'
import { addMember, makeTeam } from '../support/teams.ts'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'

const journey = await startJourney()
const { app } = journey
const teamKey = 'sitewatch.team'

async function makeChanged() {
  const owner = await makeTeam(app)
  const editor = await addMember(app, owner.team_id, 'editor')
  const json = { friendly_name: 'Shop', url: 'https://example.com/', is_active: false }
  const { body } = await app.call('POST', '/api/monitors', { key: owner.key, json })
  const id = body.data.id as number
  const { cookie, headers } = editor
  await app.call('PUT', `/api/monitors/${id}`, {
    cookie,
    headers,
    json: { interval: 300, request_headers: { a: 'b' } },
  })
  await app.call('POST', '/api/v1/websites', { key: owner.key, json: { domain: 'shop.example.com' } })
  return { owner, editor, id }
}

describe('the audit log screen', () => {
  it('is not linked for editors', async () => {
    const { owner, editor } = await makeChanged()
    const openTeam = async ({ page }: Pick<Visit, 'page'>, id: number): Promise<void> => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.evaluate(([key, value]) => sessionStorage.setItem(key ?? '', value ?? ''), [teamKey, String(id)])
      await page.reload()
    }
    const visit = await journey.open({ at: '/settings/team', cookie: editor.cookie })
    await openTeam(visit, owner.team_id)
    await visit.page.getByText('Your role: Editor.').waitFor()
    expect(await visit.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
  })
})

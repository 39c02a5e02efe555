import { describe, expect, it } from 'vitest'
import { makeChangedMonitor } from './changed-monitor.ts'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'

const journey = await startJourney()
const teamKey = 'sitewatch.team'

describe('the audit log screen', () => {
  it('is not linked for editors', async () => {
    const { owner, editor } = await makeChangedMonitor(journey.app)
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

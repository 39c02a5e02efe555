import { describe, expect, it } from 'vitest'
import { type Client, fillContents, type Ids } from '../../../scripts/screens/contents.ts'
import { findFaults } from '../../../scripts/screens/faults.ts'
import { listPublic, listScreens, listSignedOutScreens, type Screen } from '../../../scripts/screens/list.ts'
import { fillDemo } from '../../src/demo/index.ts'
import { makeFolder } from '../analytics/stats/context.ts'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'
import { settleStatistics } from './website-visits.ts'

const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder(), SITEWATCH_INVITATIONS: '1' } })
const { app } = journey
const { id, key, cookie } = await app.makeAdministrator()
await fillDemo(app.parts, { team_id: id, now_ms: Date.now(), target: 'https://example.com', days: 8 })
const client: Client = {
  cookie,
  async call(method, path, json) {
    const { status, body, text } = await app.call(method, path, { key, ...(json !== undefined && { json }) })
    expect(status, text).toBeLessThan(300)
    return body.data
  },
}
const ids: Ids = await fillContents(client)
const SCREENS = [...listScreens(ids), ...listPublic(ids), ...listSignedOutScreens(ids, {})]

/** An incident older than its monitor's policy has no escalation. The dashboard asks for one, and the browser logs the 404. */
const NO_ESCALATION = /status of 404 .*\/escalation$/

const arrive = (screen: Screen) => async (visit: Visit) => {
  visit.allowError(NO_ESCALATION)
  if (screen.isMoving) await visit.page.getByRole('heading', { level: 1 }).waitFor()
  else await settleStatistics(visit)
  const errors = visit.pageErrors.splice(0).filter((error) => !NO_ESCALATION.test(error))
  // The browser also logs an answer that is meant to be an error.
  expect(errors).toEqual(screen.status === undefined ? [] : [expect.stringContaining(`status of ${screen.status}`)])
}
const optionsOf = ({ path, isPublic }: Screen) => ({ at: path, ...(!isPublic && { cookie }) })

describe.each(SCREENS)('the screen $name', (screen) => {
  it('renders without errors at two widths in both themes', async () => {
    await journey.expectScreens(screen.name, optionsOf(screen), arrive(screen))
  })

  it.each(['wide-light', 'narrow-dark'] as const)('fits in German, %s', async (look) => {
    const visit = await journey.open({ ...optionsOf(screen), locale: 'de-DE', look })
    await arrive(screen)(visit)
    expect(await findFaults(visit.page)).toEqual([])
  })
})

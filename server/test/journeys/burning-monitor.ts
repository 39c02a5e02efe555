import { DAY_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { evaluateObjectives } from '../../src/insights/objectives/evaluate.ts'
import type { TestApp } from '../support/app.ts'
import { insertIncident } from '../support/incidents.ts'
import { makeMonitor } from '../team/uptime-reports/reporting.ts'

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

/** Half an hour of downtime a week ago, and an outage that began ten minutes ago. */
export async function makeBurning(app: TestApp) {
  const user = await app.makeUser()
  const shop = await makeMonitor(app, user, { friendly_name: 'Harbour Coffee shop' })
  await insertIncident(app, shop, { from: ago(7 * DAY_MS), to: ago(7 * DAY_MS - 20 * MINUTE_MS) })
  await insertIncident(app, shop, { from: ago(10 * MINUTE_MS), to: null })
  return { user, shop, cookie: await app.makeSession(user.id) }
}

export const evaluate = (app: TestApp) => evaluateObjectives({ ...app.parts, clock: { now: () => new Date() } })

import { expect, it } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'
import { insertIncident } from '../../support/incidents.ts'
import { makeMonitor } from '../../team/uptime-reports/reporting.ts'

const app = await startApp()

it('every command of the guide to objectives works as it stands and prints what the guide says', async () => {
  const { examples } = await runGuide(app, 'objectives', {
    scopes: ['monitors:read', 'monitors:write'],
    volatile: ['id', 'monitor_id', 'created_at', 'updated_at'],
    async prepare(user) {
      const monitor = await makeMonitor(app, user)
      const from_ms = Date.now() - 10 * DAY_MS
      await insertIncident(app, monitor, { from: from_ms, to: from_ms + 12 * 60_000 })
      return { MONITOR: String(monitor) }
    },
  })
  expect(examples).toBe(4)
})

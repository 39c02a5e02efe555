import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'

const app = await startApp()

it('every command of the heartbeats guide works as it stands and prints what it says', async () => {
  const volatile = ['monitor_id', 'run_id', 'run_ms', 'received_at']
  const { examples } = await runGuide(app, 'heartbeats', { scopes: ['monitors:read', 'monitors:write'], volatile })
  expect(examples).toBeGreaterThan(3)
})

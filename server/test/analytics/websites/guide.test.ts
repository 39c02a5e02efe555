import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'

const app = await startApp()

it('every command of the guide to websites works as it stands and prints what the guide says', async () => {
  const { examples } = await runGuide(app, 'websites', {
    scopes: ['monitors:read', 'stats:read', 'websites:read', 'websites:write'],
    volatile: ['id', 'tracking_id', 'created_at', 'updated_at'],
  })
  expect(examples).toBeGreaterThan(6)
})

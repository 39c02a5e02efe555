import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'

const app = await startApp()

it('every command of the status pages guide works as it stands and prints what it says', async () => {
  const { examples } = await runGuide(app, 'status-pages', {
    scopes: ['monitors:read', 'monitors:write'],
    volatile: ['id', 'monitor_id', 'created_at', 'updated_at'],
  })
  expect(examples).toBe(6)
})

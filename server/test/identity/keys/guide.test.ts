import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'

it('every command of the guide to API keys does what the guide says', async () => {
  const app = await startApp({ BASE_URL: 'http://watch.example.com' })
  const { examples } = await runGuide(app, 'api-keys', { scopes: ['monitors:read', 'stats:read'], volatile: [] })
  expect(examples).toBe(4)
})

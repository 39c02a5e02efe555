import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'

it('every command of the guide to API keys does what the guide says', async () => {
  const app = await startApp({ BASE_URL: 'http://watch.example.com' })
  const { examples } = await runGuide(app, 'api-keys', {
    scopes: ['monitors:read', 'stats:read'],
    volatile: [],
    prepare: async ({ id }) => {
      const { key } = await app.makeKey(id, ['websites:write'])
      const { body } = await app.call('POST', '/api/v1/websites', { key, json: { domain: 'example.com' } })
      return { WEBSITE_ID: String(body.data.id) }
    },
  })
  expect(examples).toBe(5)
})

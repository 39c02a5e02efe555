import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'
import { makeFolder } from '../stats/context.ts'

it('every command of the guide to public statistics works and prints the documented output', async () => {
  const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder(), BASE_URL: 'http://watch.example.com' })
  const { examples } = await runGuide(app, 'public-statistics', {
    scopes: ['websites:read', 'websites:write'],
    volatile: [],
  })
  expect(examples).toBe(5)
})

import { expect, it } from 'vitest'
import { runGuide } from '../../support/guide.ts'
import { startCollecting } from './collecting.ts'

const { app, rows } = await startCollecting()

it('every command of the drop-in guide works as it stands and prints what it says', async () => {
  let site = { id: 0 }
  const { examples } = await runGuide(app, 'drop-in-collection', {
    scopes: ['websites:read', 'websites:write'],
    volatile: [],
    async prepare({ key }) {
      const { body } = await app.call('POST', '/api/v1/websites', { key, form: { domain: 'shop.example.com' } })
      site = body.data
      return { TRACKING_ID: body.data.tracking_id }
    },
  })
  expect(examples).toBe(1)
  expect(await rows(site, 1)).toMatchObject([{ kind: 'pageview', host: 'shop.example.com', browser: 'Firefox' }])
})

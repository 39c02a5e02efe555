import { expect, it } from 'vitest'
import { makeFolder } from '../../analytics/stats/context.ts'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })

it('every command of the guide to silent outages works as it stands and prints what the guide says', async () => {
  const { examples } = await runGuide(app, 'silent-outages', {
    scopes: ['monitors:read', 'stats:read', 'websites:read', 'websites:write'],
    volatile: ['id', 'website_id'],
    async prepare(user) {
      const { body } = await app.call('POST', '/api/v1/websites', { key: user.key, json: { domain: 'example.com' } })
      const message =
        'The tracking script was not found. Add it to the <head> of every page and publish your site. Look at https://example.com/.'
      await app.database.admin.query(
        `insert into incidents (team_id, kind, website_id, cause_kind, cause_message, traffic, started_at, confirmed_at)
         values ($1, 'traffic', $2, 'snippet_missing', $3, $4, '2026-01-01T12:00:00Z', '2026-01-01T12:10:00Z')`,
        [
          user.id,
          body.data.id,
          message,
          JSON.stringify({
            from: '2026-01-01T12:00:00.000Z',
            to: '2026-01-01T12:10:00.000Z',
            visits_expected: 412.5,
            visits_low: 371.2,
            visits_high: 455,
            visits_seen: 3,
          }),
        ],
      )
      return { WEBSITE: String(body.data.id) }
    },
  })
  expect(examples).toBe(3)
})

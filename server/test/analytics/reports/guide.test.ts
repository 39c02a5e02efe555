import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { makeFolder } from '../stats/context.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url, SITEWATCH_DATA_DIR: makeFolder() })

it('every command of the guide to reports works as it stands and prints what the guide says', async () => {
  const { examples } = await runGuide(app, 'reports', {
    scopes: ['websites:read', 'websites:write', 'stats:read'],
    volatile: ['website_id', 'from', 'to', 'subject'],
    async prepare({ id, key }) {
      const { body } = await app.call('POST', '/api/v1/websites', { key, form: { domain: 'example.com' } })
      await app.database.admin.query(
        `insert into report_sends (team_id, user_id, website_id, kind, starts_on, ends_on, recipient, status, due_at, next_try_at, sent_at)
         values ($1, $1, $2, 'weekly', '2026-02-02', '2026-02-08', $3, 'sent', '2026-02-09', '2026-02-09', '2026-02-09')`,
        [id, body.data.id, 'owner@example.com'],
      )
      return { WEBSITE: String(body.data.id) }
    },
  })
  expect(examples).toBe(5)
  expect(sink.mails).toHaveLength(1)
})

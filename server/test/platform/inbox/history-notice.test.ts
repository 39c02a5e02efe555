import { expect, it } from 'vitest'
import { watchHistory } from '../../../src/identity/accounts/history-notice.ts'
import { startApp } from '../../support/app.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url, SITEWATCH_LOG_LEVEL: 'silent' })

const setBehind = (minutes: number): Promise<unknown> =>
  app.database.admin.query(
    `with gone as (delete from inbox)
     insert into inbox (kind, row_count, raw_bytes, body, created_at) select 'events', 1, 1, '\\x00', now() - $1 * interval '1 min'
     where $1 > 0`,
    [minutes],
  )

it('administrators get one e-mail when statistics are more than ten minutes behind, and another only after they caught up', async () => {
  const administrator = await app.makeAdministrator()
  await app.makeUser()
  const mailsAfter = async (minutes: number): Promise<number> => {
    await setBehind(minutes)
    await watchHistory(app.parts)
    return sink.mails.length
  }
  expect(await mailsAfter(0)).toBe(0)
  expect(await mailsAfter(9)).toBe(0)
  expect(await mailsAfter(12)).toBe(1)
  expect(sink.mails[0]?.to).toEqual([administrator.email])
  expect(sink.mails[0]?.source).toContain('Subject: Sitewatch statistics are 12 minutes behind')
  expect(await mailsAfter(30)).toBe(1)
  expect(await mailsAfter(1)).toBe(1)
  expect(await mailsAfter(11)).toBe(2)
})

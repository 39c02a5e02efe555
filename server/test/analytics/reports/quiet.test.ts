import { expect, it } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { insertSparse, makeFolder } from '../stats/context.ts'
import { readReport } from './mime.ts'
import { createReporting, listSends, makeClock, makeReported } from './reporting.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url, SITEWATCH_DATA_DIR: makeFolder() })

const summary = async (id: number): Promise<string[]> =>
  (await listSends(app, id)).map(({ kind, starts_on, status }) => `${kind} ${starts_on} ${status}`)
const subjectsTo = ({ email }: TestUser): string[] =>
  sink.mails.filter(({ to }) => to.includes(email)).map(({ source }) => readReport(source).subject)
const visit = (id: number, ...days: string[]): Promise<void> =>
  insertSparse(
    app.parts.clickhouse,
    id,
    days.map((day) => ({ time: `${day}T12:00:00.000Z` })),
  )

it('a website without visits gets no report, and a single notice until visits return', async () => {
  const user = await app.makeUser()
  const id = await makeReported(app, user, { enabled_at: '2026-02-03T00:00:00Z' })
  // A week with visits, five without (across the end of a month), one with, and none again.
  await visit(id, '2026-02-04', '2026-03-18')
  const clock = makeClock('2026-02-03T00:00:00Z')
  const { tick } = createReporting(app, clock)
  for (let time = Date.parse('2026-02-09T09:00:00Z'); time <= Date.parse('2026-04-06T09:00:00Z'); time += 86_400_000) {
    const day = new Date(time)
    if (day.getUTCDay() !== 1 && day.getUTCDate() !== 1) continue
    clock.set(day.toISOString())
    await tick()
  }
  expect(await summary(id)).toEqual([
    'weekly 2026-02-02 sent',
    'weekly 2026-02-09 quiet',
    'notice 2026-02-09 sent',
    'weekly 2026-02-16 quiet',
    'monthly 2026-02-01 sent',
    'weekly 2026-02-23 quiet',
    'weekly 2026-03-02 quiet',
    'weekly 2026-03-09 quiet',
    'weekly 2026-03-16 sent',
    'weekly 2026-03-23 quiet',
    'notice 2026-03-23 sent',
    'monthly 2026-03-01 sent',
    'weekly 2026-03-30 quiet',
  ])
  const notices = subjectsTo(user).filter((subject) => subject.includes('no visits recorded'))
  expect(notices).toHaveLength(2)
  expect(subjectsTo(user)).toHaveLength(6)
})

it('a website that never had a visit gets neither a report nor a notice', async () => {
  const user = await app.makeUser()
  const id = await makeReported(app, user, { enabled_at: '2026-02-03T00:00:00Z' })
  const clock = makeClock('2026-02-09T09:00:00Z')
  const { tick } = createReporting(app, clock)
  await tick()
  clock.set('2026-03-02T09:00:00Z')
  await tick()
  expect((await summary(id)).filter((line) => line.startsWith('notice'))).toEqual([])
  expect(subjectsTo(user)).toEqual([])
})

it('a website whose first visit was long ago gets the notice, even if the week before had no visits either', async () => {
  const user = await app.makeUser()
  const id = await makeReported(app, user, { enabled_at: '2026-02-03T00:00:00Z' })
  await app.database.admin.query(`update websites set first_event_at = '2025-06-01' where id = $1`, [id])
  const clock = makeClock('2026-02-09T09:00:00Z')
  await createReporting(app, clock).tick()
  expect(await summary(id)).toEqual(['weekly 2026-02-02 quiet', 'notice 2026-02-02 sent'])
  const [mail] = sink.mails.filter(({ to }) => to.includes(user.email))
  const { headers, html, text } = readReport(mail?.source ?? '')
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect([html, text].every((part) => part.includes('No visits were recorded on'))).toBe(true)
})

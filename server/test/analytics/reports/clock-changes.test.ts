import { expect, it } from 'vitest'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import { startApp } from '../../support/app.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { cannedFacts } from './canned.ts'
import { listDue } from './due-times.ts'
import { createReporting, makeClock, makeReported } from './reporting.ts'

const START = '2027-02-15T00:00:00.000Z'
const END = '2027-05-15T00:00:00.000Z'
/** Their clocks change by an hour, by half an hour, and around Ramadan, all within these months. */
const ZONES = ['Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Casablanca']

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url })

/** Over a year, in ten zones, and in a process that is killed: year.full.test.ts. */
it('each report is sent once, at nine in its time zone, in months in which the clock changes', async () => {
  const sites = new Map<string, number>()
  for (const timezone of ZONES) {
    sites.set(timezone, await makeReported(app, await app.makeUser(), { timezone, enabled_at: START }))
  }
  const expected = new Map(ZONES.map((zone) => [zone, listDue(zone, START, END)]))
  const clock = makeClock(START)
  const { tick } = createReporting(app, clock, { gather: async (_asUser, asked) => cannedFacts(asked) })
  const times = new Set([...expected.values()].flat().map((due) => Date.parse(due.split(' ')[1] ?? '')))
  for (const due_ms of [...times].sort((a, b) => a - b)) {
    for (const at_ms of [due_ms - MINUTE_MS, due_ms, due_ms + MINUTE_MS]) {
      clock.set(new Date(at_ms).toISOString())
      await tick()
    }
  }
  for (const [zone, website_id] of sites) {
    const { rows } = await app.database.admin.query<{ kind: string; due_at: Date; status: string; sent_at: Date }>(
      'select kind, due_at, status, sent_at from report_sends where website_id = $1',
      [website_id],
    )
    expect(rows.map(({ kind, due_at }) => `${kind} ${due_at.toISOString()}`).sort(), zone).toEqual(expected.get(zone))
    for (const { status, due_at, sent_at } of rows) {
      expect([status, sent_at.toISOString()], zone).toEqual(['sent', due_at.toISOString()])
    }
  }
  const ids = sink.mails.map(({ source }) => /^message-id: (.*)$/im.exec(source)?.[1])
  expect(ids).toHaveLength([...expected.values()].flat().length)
  expect(new Set(ids).size).toBe(ids.length)
})

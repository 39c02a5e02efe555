import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { reportFigure } from '../../support/report.ts'
import { programEnv } from '../../support/program.ts'
import { sized } from '../../support/size.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { listDue } from './due-times.ts'
import { readReport } from './mime.ts'
import { makeReported } from './reporting.ts'

const START = '2027-01-01T00:00:00.000Z'
const END = '2028-01-03T12:00:00.000Z'
const SCRIPT = path.resolve(import.meta.dirname, 'year-of-reports.ts')
/** Offsets of whole, half and quarter hours; clocks that change in spring, in autumn, by half an hour, around Ramadan, or never. */
const ZONES = [
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  ...sized(
    [],
    [
      'Pacific/Chatham',
      'UTC',
      'America/New_York',
      'America/St_Johns',
      'Asia/Kolkata',
      'Asia/Kathmandu',
      'Pacific/Kiritimati',
    ],
  ),
]
const SEED = Number(process.env['REPORTS_SEED'] ?? 20_270_101)

let running: ChildProcess | undefined
let mailsUntilKill = 40
/** A mail server that accepts each message, some of whose clients are killed before they get the response. */
const sink = await startSmtpSink({
  onMail: () => {
    mailsUntilKill -= 1
    if (mailsUntilKill > 0) return
    mailsUntilKill = 40 + Math.floor(draw() * 60)
    running?.kill('SIGKILL')
  },
})
const app = await startApp({ SMTP_URL: sink.url })

let state = SEED
function draw(): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return state / 2_147_483_648
}

interface Run {
  signal: string | null
  at: string
  killed: string | undefined
}

function startChild() {
  const env = programEnv(app.database, { SMTP_URL: sink.url, SITEWATCH_MIGRATE: '0' })
  return spawn(process.execPath, [SCRIPT], { env, stdio: ['pipe', 'pipe', 'inherit'] })
}

/** Starting a process takes as long as a dozen reports, so the next one is started in advance. */
let spare: ReturnType<typeof startChild> | undefined
afterAll(() => void spare?.kill('SIGKILL'))

function runChild(from: string, kill_at: number): Promise<Run> {
  const child = spare ?? startChild()
  spare = startChild()
  child.stdin.write(`${from} ${END} ${Math.floor(draw() * 1e6)} ${kill_at}\n`)
  running = child
  let at = from
  let killed: string | undefined
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('at ')) at = line.slice(3)
    if (line.startsWith('killed ')) killed = line.slice(7)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (_code, signal) => resolve({ signal, at, killed }))
  })
}

const countCopies = (): Map<string, number> => {
  const copies = new Map<string, number>()
  for (const { source } of sink.mails) {
    const id = /^message-id: (.*)$/im.exec(source)?.[1]?.trim() ?? ''
    copies.set(id, (copies.get(id) ?? 0) + 1)
  }
  return copies
}

interface Sent {
  message_id: string
  kind: string
  status: string
  due_at: Date
  sent_at: Date | null
  possible_repeat: boolean
}

async function listSent(website_id: number): Promise<Sent[]> {
  const { rows } = await app.database.admin.query<Sent>(
    `select kind, status, due_at, sent_at, possible_repeat, '<report-' || website_id || '-' || kind || '-' || starts_on || '-' ||
       left(encode(sha256(convert_to(recipient, 'UTF8')), 'hex'), 12) || '@localhost>' as message_id
     from report_sends where website_id = $1 order by due_at`,
    [website_id],
  )
  return rows
}

it(
  `each report of a year in ${ZONES.length} time zones is sent once, although the process is killed again and again`,
  { timeout: 900_000 },
  async () => {
    const sites: { id: number; timezone: string; user: TestUser }[] = []
    for (const timezone of ZONES) {
      const user = await app.makeUser()
      sites.push({ id: await makeReported(app, user, { timezone, enabled_at: START }), timezone, user })
    }
    /** Mails that the mail server accepted before the process was killed. Only these may be repeated. */
    const unrecorded = new Map<string, number>()
    const points = new Map<string, number>()
    let kills = 0
    for (let run: Run = { signal: 'none', at: START, killed: undefined }; run.signal !== null;) {
      run = await runChild(run.at, 1 + Math.floor(draw() * 1100))
      if (run.signal === null) break
      kills += 1
      const point = run.killed ?? 'inside mailer.send, after the mail server took it'
      points.set(point, (points.get(point) ?? 0) + 1)
      const copies = countCopies()
      for (const { id } of sites)
        for (const { status, message_id } of await listSent(id)) {
          const copiesSent = copies.get(message_id) ?? 0
          if (status === 'pending' && copiesSent > 0) unrecorded.set(message_id, copiesSent)
        }
    }

    const copies = countCopies()
    let total = 0
    let repeats = 0
    for (const { id, timezone } of sites) {
      const sent = await listSent(id)
      expect(sent.map(({ kind, due_at }) => `${kind} ${due_at.toISOString()}`).sort(), timezone).toEqual(
        listDue(timezone, START, END),
      )
      for (const { status, message_id, due_at, sent_at } of sent) {
        const words = `${timezone} ${message_id}`
        expect(status, words).toBe('sent')
        expect(copies.get(message_id), words).toBe(1 + (unrecorded.get(message_id) ?? 0))
        const late_ms = (sent_at?.getTime() ?? 0) - due_at.getTime()
        expect(late_ms, words).toBeGreaterThanOrEqual(0)
        expect(late_ms, words).toBeLessThanOrEqual(6 * 3_600_000)
        repeats += (copies.get(message_id) ?? 0) - 1
        total += 1
      }
    }
    expect(sink.mails).toHaveLength(total + repeats)
    expect(repeats).toBe([...unrecorded.values()].reduce((sum, count) => sum + count, 0))
    expect(kills).toBeGreaterThan(1.5 * ZONES.length)
    expect(repeats).toBeGreaterThan(0)

    // A second copy has the duplicate note; a first copy has it only after a kill between the start of the attempt and sending.
    const sentIds = new Set<string>()
    for (const { source } of sink.mails) {
      const { message_id, text, html } = readReport(source)
      if (sentIds.has(message_id)) expect([text, html].every((part) => part.includes('Possible duplicate'))).toBe(true)
      sentIds.add(message_id)
    }
    expect(sentIds.size).toBe(total)

    // Each job was added once, in the transaction that planned the report.
    const { rows } = await app.database.admin.query<{ jobs: string; reports: string }>(
      `select count(*) as jobs, count(distinct payload ->> 'report_id') as reports from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send_report'`,
    )
    expect(rows).toEqual([{ jobs: String(total), reports: String(total) }])
    const where = [...points].map(([name, count]) => `${name} ${count}`).join(', ')
    reportFigure(`reports: ${total} in ${ZONES.length} time zones, ${kills} kills (${where}), ${repeats} repeats`)
  },
)

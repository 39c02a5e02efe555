import { randomUUID } from 'node:crypto'
import { createPause } from '../../platform/slices.ts'
import { dayAt } from '@sitewatch/contract/zone'
import { type ArchivedFile, openArchive } from './archive.ts'
import { isRecordOf, readHeader } from './csv.ts'
import { type EventRun, FileRefused } from './event-run.ts'
import { type FileRecord, type FilePosition, splitRecords } from './records.ts'
import { type BrokenLine, commitStepUnscoped, type ImportJob, listImportedDaysUnscoped } from './run-store.ts'
import { type DayRow, findTable, openTable, type ReadDay } from './sources/plausible.ts'

const BATCH_ROWS = 20_000
const STEP_MS = 1000
const MAX_BROKEN = 20
/** A row number is the number of the file times this, plus the line: unique across all files. */
const LINES_PER_FILE = 2 ** 40

interface StoredRow extends DayRow {
  day: string
  line: number
}

/** Rows read from one file that are not committed yet. */
class Batch {
  rows: StoredRow[] = []
  broken: BrokenLine[] = []
  days = new Set<string>()
  read = 0
  imported = 0
  duplicate = 0
  broken_count = 0
  since_ms = performance.now()

  get isDue(): boolean {
    return this.rows.length >= BATCH_ROWS || performance.now() - this.since_ms > STEP_MS
  }
}

interface OpenTable {
  file: ArchivedFile
  entry: number
  read: ReadDay
  dimensions: readonly string[]
  /** Days that another import already covers. */
  covered: ReadonlySet<string>
}

function readInto(batch: Batch, { file, entry, read, covered }: OpenTable, { line, text }: FileRecord): void {
  if (text === '') return
  batch.read++
  const found = text === null ? 'The line is too long.' : read(text)
  if (typeof found === 'string') {
    batch.broken_count++
    if (batch.broken.length < MAX_BROKEN) batch.broken.push({ file: file.name, line, reason: found })
  } else if (covered.has(found.day)) batch.duplicate++
  else {
    batch.imported++
    batch.days.add(found.day)
    for (const row of found.rows) batch.rows.push({ ...row, day: found.day, line: entry * LINES_PER_FILE + line })
  }
}

interface Progress {
  /** Bytes of the files before this one, and of all files. */
  before: number
  total: number
}

/** Inserts the rows before it commits the position: after a kill in between, the next job reads and inserts the same rows again. */
async function commit(
  { clickhouse, postgres, job }: EventRun,
  batch: Batch,
  at: FilePosition & { table: OpenTable; progress: Progress },
): Promise<void> {
  const shared = { website_id: job.website_id, import_id: job.id }
  if (batch.rows.length > 0) {
    const ndjson = batch.rows.map((row) => `${JSON.stringify({ ...shared, ...row })}\n`).join('')
    // A new token for each attempt: ClickHouse may store a token and be killed before it has the rows.
    await clickhouse.insert({ table: 'imported_days', token: `import ${job.id} ${randomUUID()}`, ndjson })
  }
  const { before, total } = at.progress
  await postgres.asRole('worker', (tx) =>
    commitStepUnscoped(tx, job, {
      entry: at.table.entry,
      bytes: at.bytes,
      lines: at.lines,
      percent: (100 * (before + at.bytes)) / Math.max(1, total),
      read: batch.read,
      imported: batch.imported,
      duplicate: batch.duplicate,
      broken_count: batch.broken_count,
      broken: batch.broken,
      days: [...batch.days],
      dimensions: batch.imported > 0 ? at.table.dimensions : [],
      inbox_id: null,
    }),
  )
}

/** The contents from `from` on; an earlier job read what comes before. */
async function* skipTo(file: ArchivedFile, from: FilePosition): AsyncGenerator<Buffer> {
  let left = from.bytes
  for await (const chunk of file.read()) {
    if (left < chunk.length) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}

async function readFirst(file: ArchivedFile): Promise<FileRecord | undefined> {
  for await (const [first] of splitRecords(file.read(), { bytes: 0, lines: 0 })) if (first) return first
  return undefined
}

const listCoveredDays = async ({ postgres, job }: EventRun): Promise<ReadonlySet<string>> =>
  new Set(await postgres.asRole('worker', (tx) => listImportedDaysUnscoped(tx, job), { readOnly: true }))

/** Yields when time is up. */
async function* runTable(
  run: EventRun,
  file: ArchivedFile,
  at: { entry: number; from: FilePosition; progress: Progress },
): AsyncGenerator<undefined, void> {
  const table = findTable(file.name)
  const first = table && (await readFirst(file))
  const header = first?.text ? readHeader(first.text) : null
  if (!table || !first || header === null) return
  const { site, now_ms } = run.context
  const { year, month, day } = dayAt(now_ms, site.timezone)
  const today = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
  const read = openTable(table, header, { domain: site.domain, today })
  if (typeof read === 'string') throw new FileRefused(`${file.name} is not of an export of Plausible. ${read}`)
  const { entry, progress } = at
  const open: OpenTable = { file, entry, read, dimensions: table.dimensions, covered: await listCoveredDays(run) }
  const from = at.from.bytes === 0 ? { bytes: first.end, lines: first.line } : at.from
  let batch = new Batch()
  let position = from
  const step = async (): Promise<void> => {
    await commit(run, batch, { ...position, table: open, progress })
    batch = new Batch()
  }
  const pause = createPause()
  for await (const records of splitRecords(skipTo(file, from), from, isRecordOf(header))) {
    for (const record of records) {
      readInto(batch, open, record)
      position = { bytes: record.end, lines: record.line }
      if (batch.isDue) await step()
      else {
        const turn = pause()
        if (turn) await turn
      }
    }
    if (!run.isTimeUp()) continue
    await step()
    yield
    // Meanwhile, another import of the website may have been undone.
    open.covered = await listCoveredDays(run)
    batch = new Batch()
  }
  await step()
}

async function* runArchive(run: EventRun): AsyncGenerator<undefined, void> {
  const { job } = run
  const files = await openArchive(run.file)
  if (!files.some(({ name }) => findTable(name)?.dimensions.includes('total')))
    throw new FileRefused('This is not an export of Plausible: it has no file imported_visitors….csv.')
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const start = { entry: job.position_entry, bytes: job.position_bytes, lines: job.position_lines }
  let before = 0
  for (const [entry, file] of files.entries()) {
    if (entry >= start.entry) {
      const from = entry === start.entry ? start : { bytes: 0, lines: 0 }
      yield* runTable(run, file, { entry, from, progress: { before, total } })
    }
    before += file.bytes
  }
}

interface OpenRun {
  run: EventRun
  steps: AsyncGenerator<undefined, void>
}

/** Each holds up to 10 MiB of its file. */
const MAX_OPEN = 4

/**
 * Runs imports of archives in slices. A file in an archive can be unpacked from its start only, so an archive stays open between the
 * slices of its import. Another process, which may run the next slice, has to unpack the file up to its position once more.
 */
export class ArchiveRuns {
  private readonly open = new Map<number, OpenRun>()

  /** True when the whole archive was read. */
  async runSlice(run: EventRun): Promise<boolean> {
    const current = (await this.take(run.job)) ?? { run, steps: runArchive(run) }
    current.run.isTimeUp = run.isTimeUp
    const { done } = await current.steps.next()
    if (done) return true
    this.open.set(run.job.id, current)
    const [oldest] = this.open.keys()
    if (this.open.size > MAX_OPEN && oldest !== undefined) await this.close(oldest)
    return false
  }

  async close(import_id: number): Promise<void> {
    await this.open.get(import_id)?.steps.return()
    this.open.delete(import_id)
  }

  /** Undefined if the archive is not open, or another process has continued the import. */
  private async take({ id, position_entry, position_bytes }: ImportJob): Promise<OpenRun | undefined> {
    const found = this.open.get(id)
    if (found?.run.job.position_entry !== position_entry || found.run.job.position_bytes !== position_bytes) {
      await this.close(id)
      return undefined
    }
    this.open.delete(id)
    return found
  }
}

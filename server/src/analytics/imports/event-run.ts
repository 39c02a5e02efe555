import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { DAY_MS } from '@sitewatch/contract/durations'
import { type ClickHouse, defineQuery } from '../../platform/clickhouse/index.ts'
import { appendInboxBatch, listWaiting } from '../../platform/inbox/index.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { createPause } from '../../platform/slices.ts'
import { isRecordOf, readHeader } from './csv.ts'
import { type FileRecord, type FilePosition, splitRecords } from './records.ts'
import { type BrokenLine, commitStepUnscoped, type ImportJob } from './run-store.ts'
import { openEvents } from './sources/events.ts'
import type { EventRow, ReadContext, ReadEvent } from './sources/imported-event.ts'
import { openUmami } from './sources/umami.ts'
import type { UploadedFile } from './upload.ts'

export interface RunParts {
  postgres: Postgres
  clickhouse: ClickHouse
}

export interface EventRun extends RunParts {
  job: ImportJob
  file: UploadedFile
  context: ReadContext
  /** True once the time slice of the job is used up: the rest is left to the next job. */
  isTimeUp: () => boolean
}

/** The loader takes a batch of this size at once, without waiting for more rows. */
const BATCH_ROWS = 20_000
const STEP_MS = 1000
/** Two loads of this import: the one being written and the next. Collected events never wait behind more than that. */
const MAX_WAITING = 12
const WAIT_MS = 50
/** The file cannot be imported at all. */
export class FileRefused extends Error {
  override name = 'FileRefused'
}

/** Events that were read and are not committed yet. */
class Batch {
  readonly rows = new Map<string, EventRow>()
  readonly broken: BrokenLine[] = []
  read = 0
  repeated = 0
  broken_count = 0
  since_ms = performance.now()

  get isDue(): boolean {
    return this.rows.size >= BATCH_ROWS || performance.now() - this.since_ms > STEP_MS
  }
}

const MAX_BROKEN = 20

/** Most events have the number 0, and building a string for each takes a microsecond. */
const keyOf = (pageview_id: string, number: number): string => (number === 0 ? pageview_id : `${pageview_id} ${number}`)

function readInto(batch: Batch, file_name: string, { line, text }: FileRecord, read: ReadEvent): void {
  if (text === '') return
  batch.read++
  const found = text === null ? 'The line is too long.' : read(text)
  if (typeof found === 'string') {
    batch.broken_count++
    if (batch.broken.length < MAX_BROKEN) batch.broken.push({ file: file_name, line, reason: found })
    return
  }
  const key = keyOf(found.pageview_id, found.number)
  if (batch.rows.has(key)) batch.repeated++
  else batch.rows.set(key, found)
}

const dayOf = (time_ms: number): string => new Date(time_ms).toISOString().slice(0, 10)

const FROM_OTHER_EVENTS = `
    FROM events WHERE website_id = {website_id:UInt64} AND toDate(time) IN {days:Array(Date)} AND import_id != {import_id:UInt64}`
const days = { website_id: z.int(), import_id: z.int(), days: z.array(z.string()) }

const hasOtherEvents = defineQuery({
  name: 'imports.has_other_events',
  sql: `SELECT 1 AS found ${FROM_OTHER_EVENTS} LIMIT 1`,
  params: z.object(days),
  row: z.object({ found: z.int() }),
  timeout_seconds: 60,
})

const findKnown = defineQuery({
  name: 'imports.known_events',
  sql: `SELECT DISTINCT CAST(pageview_id, 'String') AS id, number ${FROM_OTHER_EVENTS} AND pageview_id IN {ids:Array(UInt64)}`,
  params: z.object({ ...days, ids: z.array(z.bigint()) }),
  row: z.object({ id: z.string(), number: z.int() }),
  timeout_seconds: 60,
})

/** ClickHouse accepts parameters of up to 128 KiB. */
const MAX_IDS = 5000

/** Removes events that the website already has, collected or from another import. Returns how many. */
async function removeKnownEvents({ clickhouse, job }: EventRun, { rows }: Batch): Promise<number> {
  const params = { website_id: job.website_id, import_id: job.id, days: listDays(rows.values()) }
  if (rows.size === 0 || (await clickhouse.read(hasOtherEvents, params)).length === 0) return 0
  const ids = [...rows.values()].map(({ pageview_id }) => BigInt(pageview_id))
  let count = 0
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    const known = await clickhouse.read(findKnown, { ...params, ids: ids.slice(from, from + MAX_IDS) })
    for (const { id, number } of known) if (rows.delete(keyOf(id, number))) count++
  }
  return count
}

function writeRows({ job, context }: EventRun, rows: Iterable<EventRow>): string {
  const shared = { website_id: job.website_id, retention_days: context.site.retention_days, import_id: job.id }
  const start = `${JSON.stringify(shared).slice(0, -1)},`
  let ndjson = ''
  for (const row of rows) ndjson += `${start}${JSON.stringify(row).slice(1)}\n`
  return ndjson
}

const listDays = (rows: Iterable<EventRow>): string[] => {
  const days = new Set<number>()
  for (const { time } of rows) days.add(Math.floor(time / DAY_MS))
  return [...days].map((day) => dayOf(day * DAY_MS))
}

/** Commits the events and the position in the file in one transaction. */
async function commit(run: EventRun, batch: Batch, position: FilePosition): Promise<number | null> {
  const { postgres, job, file } = run
  const known = await removeKnownEvents(run, batch)
  const { size } = batch.rows
  const ndjson = writeRows(run, batch.rows.values())
  const days = listDays(batch.rows.values())
  return postgres.asRole('worker', async (tx) => {
    const inbox_id = size === 0 ? null : await appendInboxBatch(tx, 'events', { ndjson, count: size })
    await commitStepUnscoped(tx, job, {
      entry: 0,
      ...position,
      percent: (100 * position.bytes) / file.bytes,
      read: batch.read,
      imported: size,
      duplicate: batch.repeated + known,
      broken_count: batch.broken_count,
      broken: batch.broken,
      days,
      dimensions: [],
      inbox_id,
    })
    return inbox_id
  })
}

/** Waits until at most `max` of these batches are not in ClickHouse yet, or time is up. Returns those. */
export async function waitForInbox(
  postgres: Postgres,
  ids: readonly number[],
  { max, isTimeUp }: { max: number; isTimeUp: () => boolean },
): Promise<number[]> {
  for (let waiting = [...ids]; ; await wait(WAIT_MS)) {
    if (waiting.length <= max) return waiting
    const current = waiting
    waiting = await postgres.asRole('worker', (tx) => listWaiting(tx, 'events', current), { readOnly: true })
    if (waiting.length <= max || isTimeUp()) return waiting
  }
}

async function readFirstRecord(file: UploadedFile): Promise<FileRecord> {
  for await (const [first] of splitRecords(file.read(0), { bytes: 0, lines: 0 })) if (first) return first
  throw new FileRefused('The file is empty.')
}

interface OpenFile {
  read: ReadEvent
  from: FilePosition
  isRecord?: ReturnType<typeof isRecordOf>
}

async function openFile({ job, file, context }: EventRun): Promise<OpenFile> {
  const from = { bytes: job.position_bytes, lines: job.position_lines }
  if (job.source === 'events') return { read: openEvents(context), from }
  const first = await readFirstRecord(file)
  const header = readHeader(first.text ?? '')
  if (header === null) throw new FileRefused('The first line of the file is not the header of a CSV file.')
  const read = openUmami(context, header)
  if (typeof read === 'string') throw new FileRefused(read)
  return { read, from: from.bytes === 0 ? { bytes: first.end, lines: 1 } : from, isRecord: isRecordOf(header) }
}

/** True when the whole file was read and its events are in ClickHouse. */
export async function runEvents(run: EventRun): Promise<boolean> {
  const { postgres, file, job, isTimeUp } = run
  const { read, from, isRecord } = await openFile(run)
  let waiting: number[] = []
  let batch = new Batch()
  let position = from
  const save = async (due: Batch, read_to: FilePosition): Promise<void> => {
    const inbox_id = await commit(run, due, read_to)
    if (inbox_id !== null) waiting.push(inbox_id)
    waiting = await waitForInbox(postgres, waiting, { max: MAX_WAITING, isTimeUp })
  }
  // One batch is saved while the next one is read.
  let saving = Promise.resolve()
  const step = async (): Promise<void> => {
    await saving
    saving = save(batch, position)
    // The next step awaits it; until then a rejection would be unhandled.
    saving.catch(() => undefined)
    batch = new Batch()
  }
  const pause = createPause()
  for await (const records of splitRecords(file.read(from.bytes), from, isRecord)) {
    for (const record of records) {
      readInto(batch, job.file_name, record, read)
      position = { bytes: record.end, lines: record.line }
      if (batch.isDue) await step()
      else {
        // Awaiting each record would take longer than reading it.
        const turn = pause()
        if (turn) await turn
      }
    }
    if (isTimeUp()) break
  }
  await step()
  await saving
  if (position.bytes < file.bytes) return false
  const left = await waitForInbox(postgres, [...job.inbox_ids, ...waiting], { max: 0, isTimeUp })
  return left.length === 0
}

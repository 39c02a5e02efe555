import { z } from 'zod'
import type { Config } from '../../config.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { ArchiveRuns } from './day-run.ts'
import { type EventRun, FileRefused, runEvents, type RunParts } from './event-run.ts'
import {
  addJobAgainUnscoped,
  beginUnscoped,
  failUnscoped,
  findImportUnscoped,
  findSiteUnscoped,
  finishUnscoped,
  ImportEnded,
  type ImportJob,
  purgeUploadsUnscoped,
} from './run-store.ts'
import { createVisitorIds } from './sources/imported-event.ts'
import { undoImport } from './undo.ts'
import { UploadedFile } from './upload.ts'

export interface ImportTaskParts extends RunParts {
  config: Pick<Config, 'SITEWATCH_SECRET' | 'SITEWATCH_RETENTION_DAYS'>
  log: Log
  clock?: Clock
}

/** After this time the job is queued again, so that a stopping worker or another job does not wait for a large import. */
const MAX_SLICE_MS = 20_000

interface SliceParts extends ImportTaskParts {
  archives: ArchiveRuns
}

/** True when the import has ended. */
async function runImport(parts: SliceParts, job: ImportJob, isTimeUp: () => boolean): Promise<boolean> {
  const { config, postgres, clickhouse, archives, clock = systemClock } = parts
  const site = await postgres.asRole(
    'worker',
    (tx) => findSiteUnscoped(tx, job.website_id, config.SITEWATCH_RETENTION_DAYS),
    { readOnly: true },
  )
  if (job.visitor_key === null) throw new Error(`import ${job.id} runs without a key`)
  const visitorOf = createVisitorIds(config.SITEWATCH_SECRET, job.visitor_key)
  const context = { site, visitorOf, now_ms: clock.now().getTime() }
  const run: EventRun = { postgres, clickhouse, job, file: new UploadedFile(postgres, job), context, isTimeUp }
  try {
    const isDone = await (job.source === 'plausible' ? archives.runSlice(run) : runEvents(run))
    if (isDone) await postgres.asRole('worker', (tx) => finishUnscoped(tx, job))
    return isDone
  } catch (error) {
    if (error instanceof ImportEnded) return true
    if (!(error instanceof FileRefused)) throw error
    await postgres.asRole('worker', (tx) => failUnscoped(tx, job, error.message))
    return true
  }
}

async function runSlice(parts: SliceParts, import_id: number): Promise<void> {
  const { postgres, log } = parts
  const until = performance.now() + MAX_SLICE_MS
  const isTimeUp = (): boolean => performance.now() > until
  const job = await postgres.asRole('worker', async (tx) => {
    await beginUnscoped(tx, import_id)
    return findImportUnscoped(tx, import_id)
  })
  if (job === undefined || (job.status !== 'running' && job.status !== 'undoing')) return
  if (job.status === 'undoing') await parts.archives.close(import_id)
  const isDone =
    job.status === 'undoing' ? await undoImport(parts, job, isTimeUp) : await runImport(parts, job, isTimeUp)
  if (isDone)
    log.info(
      { import: import_id, source: job.source },
      job.status === 'undoing' ? 'undid an import' : 'an import ended',
    )
  else await postgres.asRole('worker', (tx) => addJobAgainUnscoped(tx, job))
}

export function importTasks(parts: ImportTaskParts): Task[] {
  const archives = new ArchiveRuns()
  return [
    defineTask({
      name: 'run_statistics_import',
      payload: z.object({ import_id: z.int() }),
      run: ({ import_id }) => runSlice({ ...parts, archives }, import_id),
    }),
    defineTask({
      name: 'purge_statistics_imports',
      payload: z.object({}).loose(),
      cron: '17 4 * * *',
      async run() {
        const purged = await parts.postgres.asRole('worker', purgeUploadsUnscoped)
        parts.log.debug({ uploads: purged }, 'deleted uploads that were not continued')
      },
    }),
  ]
}

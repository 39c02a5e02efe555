import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type ImportSource,
  MAX_IMPORT_BYTES,
  type MonitorImport,
  monitorImportRoutes,
  NewMonitor,
} from '@sitewatch/contract'
import { invalid } from '../../http/problem.ts'
import { respond, servePrepared, type Served } from '../../http/serve.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import { checkQuota } from '../../identity/accounts/index.ts'
import { type BulkChange, createMonitors, type MonitorParts } from '../monitors/index.ts'
import type { ImportFile } from './entry.ts'
import { planImport } from './plan.ts'
import { readImportFile } from './run-reader.ts'
import { lockExisting } from './store.ts'

const AUDITED_FIELDS = Object.keys(NewMonitor.shape)

/** Runs before the transaction, so that no connection waits for it. */
async function readFile({ source, file }: { source: ImportSource; file: string }): Promise<ImportFile> {
  // Decoding and starting a process take 10 ms each.
  await nextTurn()
  const bytes = Buffer.from(file, 'base64')
  await nextTurn()
  if (bytes.length > MAX_IMPORT_BYTES)
    throw invalid('file', 'too_long', `file must be at most ${MAX_IMPORT_BYTES} bytes.`)
  const read = await readImportFile(source, bytes)
  if ('fault' in read) throw invalid('file', read.code ?? 'invalid_format', read.fault)
  return read
}

interface Run {
  source: ImportSource
  dry_run: boolean
  file: ImportFile
}

async function runImport(
  tx: UserTx,
  parts: MonitorParts,
  { source, dry_run, file }: Run,
): Promise<{ result: MonitorImport; changes: BulkChange[] }> {
  const planned = await planImport(tx, parts, { entries: file.entries, existing: await lockExisting(tx) })
  const created = planned.flatMap(({ row, monitor }) => (monitor ? [{ row, monitor }] : []))
  const monitors = created.map(({ monitor }) => monitor)
  if (monitors.length > 0) await checkQuota(tx, 'monitors', parts.quota, monitors.length)
  const { result, changes } =
    dry_run || monitors.length === 0 ? { result: { ids: [] }, changes: [] } : await createMonitors(tx, parts, monitors)
  for (const [index, { row }] of created.entries()) row.monitor_id = result.ids[index] ?? null
  return {
    result: {
      object: 'monitor_import',
      source,
      dry_run,
      created_count: created.length,
      skipped_count: planned.length - created.length,
      rows: planned.map(({ row }) => row),
      providers: file.providers,
    },
    changes,
  }
}

export function serveMonitorImports(parts: MonitorParts): Served[] {
  return [
    servePrepared(
      monitorImportRoutes.run,
      ({ body }) => readFile(body),
      async ({ tx, body: { source, dry_run }, prepared: file }) => {
        const { result, changes } = await runImport(tx, parts, { source, dry_run, file })
        return respond(result, { audited: changes.map((change) => ({ ...change, fields: AUDITED_FIELDS })) })
      },
    ),
  ]
}

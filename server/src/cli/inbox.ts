import type { Command } from 'commander'
import { ConfigError } from '../config.ts'
import {
  discardRefusedUnscoped,
  listRefusedUnscoped,
  type RefusedBatch,
  retryRefusedUnscoped,
} from '../platform/inbox/index.ts'
import type { RoleTx } from '../platform/postgres/index.ts'
import { print, withSession } from './session.ts'

const MAX_LISTED = 1000

function describeBatch({ id, kind, row_count, raw_bytes, error, refused_at }: RefusedBatch): string {
  return `${id}  ${kind}  ${row_count} rows  ${raw_bytes} bytes  ${refused_at}  ${error.split('\n', 1)[0]}`
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const batches = await withSession(({ postgres }) =>
    postgres.asRole('worker', (tx) => listRefusedUnscoped(tx, MAX_LISTED)),
  )
  print(json, { batches }, batches.map(describeBatch).join('\n') || 'No batches were set aside.')
}

/** Null: all of them. */
function readIds(ids: readonly string[], all: boolean | undefined): number[] | null {
  if (all && ids.length === 0) return null
  if (all || ids.length === 0) throw new ConfigError('Name the ids that "sitewatch inbox list" shows, or use --all.')
  const odd = ids.find((id) => !/^\d{1,15}$/.test(id))
  if (odd !== undefined) throw new ConfigError(`"${odd}" is not an id. "sitewatch inbox list" shows them.`)
  return ids.map(Number)
}

type Change = (tx: RoleTx<'worker'>, ids: readonly number[] | null) => Promise<number>

async function changeBatches(change: Change, ids: readonly string[], all: boolean | undefined): Promise<number> {
  const named = readIds(ids, all)
  const changed = await withSession(({ postgres }) => postgres.asRole('worker', (tx) => change(tx, named)))
  if (changed === 0 && named !== null) throw new ConfigError('No batch with these ids was set aside.')
  return changed
}

interface ChangeFlags {
  all?: boolean
  json?: boolean
}

export function addInboxCommands(program: Command): void {
  const inbox = program
    .command('inbox')
    .description('Batches of events and check results that could not be loaded into ClickHouse and were set aside')
  inbox
    .command('list')
    .description('List the batches that were set aside, with the error')
    .option('--json', 'print one line of JSON')
    .action(list)
  inbox
    .command('retry [ids...]')
    .description('Put batches back into the inbox: the worker tries to load them again')
    .option('--all', 'all of them')
    .option('--json', 'print one line of JSON')
    .action(async (ids: string[], { all, json }: ChangeFlags) => {
      const retried = await changeBatches(retryRefusedUnscoped, ids, all)
      print(json, { retried }, `${retried} batches will be loaded again.`)
    })
  inbox
    .command('discard [ids...]')
    .description('Delete batches that were set aside. Their events are lost')
    .option('--all', 'all of them')
    .option('--json', 'print one line of JSON')
    .action(async (ids: string[], { all, json }: ChangeFlags) => {
      const discarded = await changeBatches(discardRefusedUnscoped, ids, all)
      print(json, { discarded }, `${discarded} batches were deleted.`)
    })
}

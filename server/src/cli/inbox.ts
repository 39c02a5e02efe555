import type { Command } from 'commander'
import { ConfigError } from '../config.ts'
import {
  discardRefusedUnscoped,
  listRefusedUnscoped,
  type RefusedBatch,
  retryRefusedUnscoped,
} from '../platform/inbox/index.ts'
import type { RoleTx } from '../platform/postgres/index.ts'
import type { CommandIo } from './io.ts'
import { print, withSession } from './session.ts'

const MAX_LISTED = 1000

function describeBatch({ id, kind, row_count, raw_bytes, error, refused_at }: RefusedBatch): string {
  return `${id}  ${kind}  ${row_count} rows  ${raw_bytes} bytes  ${refused_at}  ${error.split('\n', 1)[0]}`
}

async function list({ json }: { json?: boolean }, io: CommandIo): Promise<void> {
  const batches = await withSession(io, ({ postgres }) =>
    postgres.asRole('worker', (tx) => listRefusedUnscoped(tx, MAX_LISTED)),
  )
  print(io, json, { batches }, batches.map(describeBatch).join('\n') || 'No failed batches.')
}

/** Null: all of them. */
function readIds(ids: readonly string[], all: boolean | undefined): number[] | null {
  if (all && ids.length === 0) return null
  if (all || ids.length === 0) throw new ConfigError('Pass ids from "sitewatch inbox list", or use --all.')
  const invalid = ids.find((id) => !/^\d{1,15}$/.test(id))
  if (invalid !== undefined)
    throw new ConfigError(`"${invalid}" is not a batch id. List them with "sitewatch inbox list".`)
  return ids.map(Number)
}

type Change = (tx: RoleTx<'worker'>, ids: readonly number[] | null) => Promise<number>

async function changeBatches(
  io: CommandIo,
  change: Change,
  ids: readonly string[],
  all: boolean | undefined,
): Promise<number> {
  const selected = readIds(ids, all)
  const changed = await withSession(io, ({ postgres }) => postgres.asRole('worker', (tx) => change(tx, selected)))
  if (changed === 0 && selected !== null) throw new ConfigError('No failed batch has these ids.')
  return changed
}

interface ChangeFlags {
  all?: boolean
  json?: boolean
}

export function addInboxCommands(program: Command, io: CommandIo): void {
  const inbox = program
    .command('inbox')
    .description('Manage batches of events and check results that could not be loaded into ClickHouse')
  inbox
    .command('list')
    .description('List failed batches and their errors')
    .option('--json', 'print one line of JSON')
    .action((options: { json?: boolean }) => list(options, io))
  inbox
    .command('retry [ids...]')
    .description('Retry failed batches')
    .option('--all', 'all failed batches')
    .option('--json', 'print one line of JSON')
    .action(async (ids: string[], { all, json }: ChangeFlags) => {
      const retried = await changeBatches(io, retryRefusedUnscoped, ids, all)
      print(io, json, { retried }, `${retried} batches will be retried.`)
    })
  inbox
    .command('discard [ids...]')
    .description('Delete failed batches. Their data is lost')
    .option('--all', 'all failed batches')
    .option('--json', 'print one line of JSON')
    .action(async (ids: string[], { all, json }: ChangeFlags) => {
      const discarded = await changeBatches(io, discardRefusedUnscoped, ids, all)
      print(io, json, { discarded }, `Deleted ${discarded} batches.`)
    })
}

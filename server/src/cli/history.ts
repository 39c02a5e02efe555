import type { Command } from 'commander'
import { ConfigError } from '../config.ts'
import { ClickHouseNotReady } from '../platform/clickhouse/failure.ts'
import {
  adoptHistoryStore,
  checkHistoryStore,
  claimHistoryStore,
  type ClickHouse,
  ClickHouseUnavailable,
  describeHistoryStore,
  explainForeignOwner,
  ForeignHistoryStore,
  migrateClickHouse,
  openClickHouse,
} from '../platform/clickhouse/index.ts'
import { createLog } from '../platform/log.ts'
import type { CommandIo } from './io.ts'
import { type CliSession, print, withSession } from './session.ts'

function explain(error: unknown): unknown {
  if (error instanceof ForeignHistoryStore || error instanceof ClickHouseUnavailable)
    return new ConfigError(error.message)
  if (!(error instanceof ClickHouseNotReady)) return error
  return new ConfigError(`${error.message} Stop the service while this command runs.`)
}

async function openAndPrepareStore<T>(
  { config }: Pick<CliSession, 'config'>,
  prepare: (clickhouse: ClickHouse) => Promise<T>,
): Promise<{ clickhouse: ClickHouse; result: T }> {
  const refusal = explainForeignOwner(config)
  if (refusal !== undefined) throw new ConfigError(refusal)
  let clickhouse: ClickHouse | undefined
  try {
    clickhouse = await openClickHouse(config, createLog('silent'))
    return { clickhouse, result: await prepare(clickhouse) }
  } catch (error) {
    await clickhouse?.close()
    throw explain(error)
  }
}

/** Opens and migrates the history store of this database; refuses any other store. The caller closes it. */
export async function openHistory({ config, postgres }: Pick<CliSession, 'config' | 'postgres'>): Promise<ClickHouse> {
  const { clickhouse } = await openAndPrepareStore({ config }, async (store) => {
    await checkHistoryStore(postgres, store, config)
    await migrateClickHouse(store, createLog('silent'))
    await claimHistoryStore(postgres, store, config)
  })
  return clickhouse
}

/**
 * Migrates a ClickHouse server, which several processes share. The embedded store is migrated by the one process that may open
 * it. The store is not claimed here: after a restore the database may get a new identity.
 */
export async function migrateHistoryServer({
  config,
  postgres,
}: Pick<CliSession, 'config' | 'postgres'>): Promise<string[]> {
  if (config.CLICKHOUSE_URL === undefined) return []
  const { clickhouse, result } = await openAndPrepareStore({ config }, async (store) => {
    await checkHistoryStore(postgres, store, config)
    return migrateClickHouse(store, createLog('silent'))
  })
  await clickhouse.close()
  return result.map((name) => `clickhouse/${name}`)
}

async function adopt({ json }: { json?: boolean }, io: CommandIo): Promise<void> {
  await withSession(io, async ({ config, postgres }) => {
    const { clickhouse, result } = await openAndPrepareStore({ config }, async (store) => {
      await migrateClickHouse(store, createLog('silent'))
      return adoptHistoryStore(postgres, store)
    })
    await clickhouse.close()
    if (!result.adopted) {
      throw new ConfigError(
        `${result.workers} worker(s) are still running and would keep loading data into the previous store. Stop all processes, wait 10 s and try again.`,
      )
    }
    const { store_id, before } = result
    const where = describeHistoryStore(config)
    const text =
      before === store_id
        ? `This database already uses the history store in ${where} (${store_id}).`
        : `This database now uses the history store in ${where} (${store_id}). History in the previous store is not copied.`
    print(io, json, { store_id, previous_store_id: before }, text)
  })
}

export function addHistoryCommands(program: Command, io: CommandIo): void {
  const history = program.command('history').description('Manage the store of events and check results (ClickHouse)')
  history
    .command('adopt')
    .description(
      'Switch this database to the configured history store (SITEWATCH_DATA_DIR or CLICKHOUSE_URL). Stop all processes first',
    )
    .option('--json', 'print one line of JSON')
    .action((options: { json?: boolean }) => adopt(options, io))
}

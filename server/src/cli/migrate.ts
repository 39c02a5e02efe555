import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { createTerminalLog } from '../platform/log.ts'
import { connectPostgres } from '../platform/postgres/index.ts'
import { prepareDatabase } from '../platform/postgres/provision.ts'
import { migrateHistoryServer } from './history.ts'
import type { CommandIo } from './io.ts'
import { print } from './session.ts'

async function migrateAll(io: CommandIo): Promise<string[]> {
  const config = readConfig(io.env)
  const { migrated, servingUrl } = await prepareDatabase(config, createTerminalLog(io.stderr), true)
  const postgres = connectPostgres({ connectionString: servingUrl, size: 1, onError: () => undefined })
  try {
    return [...migrated, ...(await migrateHistoryServer({ config, postgres }))]
  } finally {
    await postgres.close()
  }
}

export function addMigrateCommand(program: Command, io: CommandIo): void {
  program
    .command('migrate')
    .description(
      'Apply database migrations to Postgres and to a ClickHouse server (CLICKHOUSE_URL), and create the restricted login',
    )
    .option('--json', 'print one line of JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const migrated = await migrateAll(io)
      const text = migrated.length === 0 ? 'The schema is up to date.' : `Applied: ${migrated.join(', ')}`
      print(io, json, { migrated }, text)
    })
}

import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { createTerminalLog } from '../platform/log.ts'
import { prepareDatabase } from '../platform/postgres/provision.ts'
import { print } from './session.ts'

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database schema up to date, and provision the login that serves')
    .option('--json', 'print one line of JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { migrated } = await prepareDatabase(readConfig(process.env), createTerminalLog(), true)
      const words = migrated.length === 0 ? 'The schema is up to date.' : `Applied: ${migrated.join(', ')}`
      print(json, { migrated }, words)
    })
}

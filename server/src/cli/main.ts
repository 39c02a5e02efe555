import { Command } from 'commander'
import { ConfigError } from '../config.ts'
import { ProblemError } from '../http/problem.ts'
import { DatabaseNotReady } from '../platform/postgres/provision.ts'
import { VERSION } from '../version.ts'
import { addBackupCommand } from './backup.ts'
import { addDemoCommand } from './demo.ts'
import { addDoctorCommand } from './doctor.ts'
import { addHistoryCommands } from './history.ts'
import { addInboxCommands } from './inbox.ts'
import { addKeyCommands } from './key.ts'
import { addLocationCommands } from './location.ts'
import { addMigrateCommand } from './migrate.ts'
import { addProberCommand } from './prober.ts'
import { addRestoreCommand } from './restore.ts'
import { addStartCommand } from './start.ts'
import { addUserCommands } from './user.ts'

/** `sitewatch`, the operator's commands, beside the database. Exit codes: 0 done, 1 failed, 2 called wrongly. */
export function createProgram(): Command {
  const program = new Command('sitewatch')
    .description('Administer a Sitewatch server. Needs the same DATABASE_URL and SITEWATCH_SECRET as the service.')
    .version(VERSION)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .showHelpAfterError()
  addStartCommand(program)
  addMigrateCommand(program)
  addUserCommands(program)
  addKeyCommands(program)
  addLocationCommands(program)
  addProberCommand(program)
  addBackupCommand(program)
  addRestoreCommand(program)
  addHistoryCommands(program)
  addInboxCommands(program)
  addDoctorCommand(program)
  addDemoCommand(program)
  return program
}

export async function main(argv: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync([...argv], { from: 'user' })
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof DatabaseNotReady || error instanceof ProblemError
    process.stderr.write(`${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
    process.exitCode = 1
  }
}

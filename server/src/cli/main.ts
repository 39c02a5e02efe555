import { Command } from 'commander'
import { ConfigError } from '../config.ts'
import { ProblemError } from '../http/problem.ts'
import { DatabaseNotReady } from '../platform/postgres/not-ready.ts'
import { VERSION } from '../version.ts'

type AddCommand = (program: Command) => void

/** In the order of the help text. Each command imports the features that it uses, so only the requested command is loaded. */
const COMMANDS = new Map<string, () => Promise<AddCommand>>([
  ['start', async () => (await import('./start.ts')).addStartCommand],
  ['migrate', async () => (await import('./migrate.ts')).addMigrateCommand],
  ['user', async () => (await import('./user.ts')).addUserCommands],
  ['key', async () => (await import('./key.ts')).addKeyCommands],
  ['location', async () => (await import('./location.ts')).addLocationCommands],
  ['prober', async () => (await import('./prober.ts')).addProberCommand],
  ['backup', async () => (await import('./backup.ts')).addBackupCommand],
  ['restore', async () => (await import('./restore.ts')).addRestoreCommand],
  ['history', async () => (await import('./history.ts')).addHistoryCommands],
  ['inbox', async () => (await import('./inbox.ts')).addInboxCommands],
  ['doctor', async () => (await import('./doctor.ts')).addDoctorCommand],
  ['demo', async () => (await import('./demo.ts')).addDemoCommand],
])

/** The `sitewatch` command for operators. Exit codes: 0 success, 1 failure, 2 wrong usage. */
export async function createProgram(name?: string): Promise<Command> {
  const program = new Command('sitewatch')
    .description('Administer a Sitewatch server. Needs the same DATABASE_URL and SITEWATCH_SECRET as the service.')
    .version(VERSION)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .showHelpAfterError()
  const requested = name === undefined ? undefined : COMMANDS.get(name)
  for (const load of requested ? [requested] : COMMANDS.values()) (await load())(program)
  return program
}

export async function main(argv: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(argv[0])
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof DatabaseNotReady || error instanceof ProblemError
    process.stderr.write(`${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
    process.exitCode = 1
  }
}

import { Command } from 'commander'
import { ConfigError } from '../config.ts'
import { ProblemError } from '../http/problem.ts'
import { DatabaseNotReady } from '../platform/postgres/not-ready.ts'
import { VERSION } from '../version.ts'
import { CommandExit, type CommandIo } from './io.ts'

type AddCommand = (program: Command, io: CommandIo) => void

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
export async function createProgram(io: CommandIo, name?: string): Promise<Command> {
  const program = new Command('sitewatch')
    .description('Administer a Sitewatch server. Needs the same DATABASE_URL and SITEWATCH_SECRET as the service.')
    .version(VERSION)
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
    .exitOverride((error) => {
      throw new CommandExit(error.exitCode === 0 ? 0 : 2)
    })
    .showHelpAfterError()
  const requested = name === undefined ? undefined : COMMANDS.get(name)
  for (const load of requested ? [requested] : COMMANDS.values()) (await load())(program, io)
  return program
}

/** Returns the exit code. After `start` and 0, the service runs. */
export async function main(argv: readonly string[], io: CommandIo = process): Promise<number> {
  try {
    const program = await createProgram(io, argv[0])
    await program.parseAsync([...argv], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommandExit) return error.code
    const expected = error instanceof ConfigError || error instanceof DatabaseNotReady || error instanceof ProblemError
    io.stderr.write(`${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
    return 1
  }
}

import { Email } from '@sitewatch/contract'
import type { Command } from 'commander'
import { countUsersUnscoped, hashPassword, insertUserUnscoped } from '../accounts/index.ts'
import { ConfigError } from '../config.ts'
import { print, withSession } from './session.ts'

interface CreateOptions {
  email: string
  password?: string
  passwordStdin?: boolean
  administrator?: boolean
  json?: boolean
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

async function readPassword({ password, passwordStdin }: CreateOptions): Promise<string> {
  if ((password === undefined) === (passwordStdin !== true)) {
    throw new ConfigError('Give the password with --password or, better, with --password-stdin.')
  }
  const given = password ?? (await readStdin())
  if (given.length < 10 || given.length > 200) throw new ConfigError('The password must have 10 to 200 characters.')
  return given
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('Accounts')
  user
    .command('create')
    .description('Create an account. The first one becomes the administrator')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--password <text>', 'password; others on this machine can see it while the command runs')
    .option('--password-stdin', 'read the password from standard input')
    .option('--administrator', 'make it an administrator')
    .option('--json', 'print one line of JSON')
    .action(async (options: CreateOptions) => {
      const email = Email.safeParse(options.email)
      if (!email.success) throw new ConfigError('--email must be an e-mail address.')
      const password_hash = await hashPassword(await readPassword(options))
      const record = await withSession(({ postgres, vault }) =>
        postgres.asRole('auth', async (tx) => {
          const is_administrator = (await countUsersUnscoped(tx)) === 0 || options.administrator === true
          return insertUserUnscoped(tx, vault, { email: email.data, password_hash, is_administrator })
        }),
      )
      print(
        options.json,
        record,
        `Created ${record.is_administrator ? 'administrator' : 'user'} ${record.email} (id ${record.id}).`,
      )
    })
}

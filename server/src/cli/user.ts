import { type AdministeredUser, Email } from '@sitewatch/contract'
import type { Command } from 'commander'
import {
  countUsersUnscoped,
  findAccountUnscoped,
  hashPassword,
  insertUserUnscoped,
  listUsersUnscoped,
  operatorOf,
  recordAccountEvent,
  makeSignInLink,
  replacePasswordUnscoped,
  SIGN_IN_LINK_MINUTES,
  stopTwoFactor,
} from '../identity/accounts/index.ts'
import { ConfigError } from '../config.ts'
import type { CommandIo } from './io.ts'
import { addPasswordOptions, type PasswordFlags, readPassword } from './password.ts'
import { print, withSession } from './session.ts'

interface CreateOptions extends PasswordFlags {
  email: string
  administrator?: boolean
  json?: boolean
}

async function createUser(options: CreateOptions, io: CommandIo): Promise<void> {
  const email = Email.safeParse(options.email)
  if (!email.success) throw new ConfigError('--email must be an e-mail address.')
  const password_hash = await hashPassword(await readPassword(options, io))
  const record = await withSession(io, ({ postgres, vault }) =>
    postgres.asRole('auth', async (tx) => {
      const is_administrator = (await countUsersUnscoped(tx)) === 0 || options.administrator === true
      const user = { email: email.data, password_hash, is_administrator, is_verified: true }
      const account = await insertUserUnscoped(tx, vault, user)
      const actor = operatorOf('user create')
      await recordAccountEvent(tx, { action: 'user.created', account, address: null, actor })
      return account
    }),
  )
  print(
    io,
    options.json,
    record,
    `Created ${record.is_administrator ? 'administrator' : 'user'} ${record.email} (id ${record.id}).`,
  )
}

interface PasswordOptions extends PasswordFlags {
  email: string
  removeTwoFactor?: boolean
  json?: boolean
}

async function setPassword(options: PasswordOptions, io: CommandIo): Promise<void> {
  const password_hash = await hashPassword(await readPassword(options, io))
  const { email, id } = await withSession(io, ({ postgres }) =>
    postgres.asRole('auth', async (tx) => {
      const account = await findAccountUnscoped(tx, { email: options.email })
      if (!account)
        throw new ConfigError(`No account has the address ${options.email}. List accounts with "sitewatch user list".`)
      await replacePasswordUnscoped(tx, account.id, password_hash)
      if (options.removeTwoFactor) await stopTwoFactor(tx, account.id)
      const actor = operatorOf(options.removeTwoFactor ? 'user password --remove-two-factor' : 'user password')
      await recordAccountEvent(tx, { action: 'user.password_reset', account, address: null, actor })
      return account
    }),
  )
  print(io, options.json, { object: 'user', id, email }, `${email} has a new password; all sessions were signed out.`)
}

async function printSignInLink({ email, json }: { email: string; json?: boolean }, io: CommandIo): Promise<void> {
  const url = await withSession(io, ({ config, postgres }) =>
    postgres.asRole('auth', async (tx) => {
      const account = await findAccountUnscoped(tx, { email })
      if (!account)
        throw new ConfigError(`No account has the address ${email}. List accounts with "sitewatch user list".`)
      if (account.is_suspended)
        throw new ConfigError(`${email} is suspended. An administrator has to activate it first.`)
      const actor = operatorOf('user sign-in-link')
      await recordAccountEvent(tx, { action: 'user.sign_in_link_created', account, address: null, actor })
      return makeSignInLink(tx, config, account.id)
    }),
  )
  print(io, json, { url }, `${url}\nThe link signs in to ${email}, once, within ${SIGN_IN_LINK_MINUTES} minutes.`)
}

const PAGE_SIZE = 500

function describeUser({ id, email, is_administrator, is_suspended, two_factor_enabled }: AdministeredUser): string {
  const notes = [is_administrator && 'administrator', is_suspended && 'suspended', two_factor_enabled && 'two-factor']
  return [id, email, ...notes.filter((note) => note !== false)].join('  ')
}

async function listUsers({ search, json }: { search?: string; json?: boolean }, io: CommandIo): Promise<void> {
  const users = await withSession(io, async ({ postgres }) => {
    const all: AdministeredUser[] = []
    for (let page = 1, total = 1; all.length < total; page++) {
      const found = await postgres.asRole('admin', (tx) => listUsersUnscoped(tx, { page, pageSize: PAGE_SIZE, search }))
      if (found.rows.length === 0) break
      all.push(...found.rows)
      total = found.total
    }
    return all
  })
  print(
    io,
    json,
    { users },
    users.map(describeUser).join('\n') || 'No accounts. Create one with "sitewatch user create".',
  )
}

export function addUserCommands(program: Command, io: CommandIo): void {
  const user = program.command('user').description('Manage accounts')
  addPasswordOptions(
    user
      .command('create')
      .description('Create an account. The first account is an administrator')
      .requiredOption('--email <address>', 'e-mail address'),
  )
    .option('--administrator', 'make the account an administrator')
    .option('--json', 'print one line of JSON')
    .action((options: CreateOptions) => createUser(options, io))
  addPasswordOptions(
    user
      .command('password')
      .description('Reset the password of an account without e-mail. Signs out its sessions; API keys stay valid')
      .requiredOption('--email <address>', 'e-mail address of the account'),
  )
    .option('--remove-two-factor', 'also disable two-factor authentication')
    .option('--json', 'print one line of JSON')
    .action((options: PasswordOptions) => setPassword(options, io))
  user
    .command('sign-in-link')
    .description('Print a link that signs in to an account once, also where only single sign-on is allowed')
    .requiredOption('--email <address>', 'e-mail address of the account')
    .option('--json', 'print one line of JSON')
    .action((options: { email: string; json?: boolean }) => printSignInLink(options, io))
  user
    .command('list')
    .description('List accounts')
    .option('--search <text>', 'part of the e-mail address')
    .option('--json', 'print one line of JSON')
    .action((options: { search?: string; json?: boolean }) => listUsers(options, io))
}

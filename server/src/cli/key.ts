import { type Scope, SCOPES } from '@sitewatch/contract'
import type { Command } from 'commander'
import { findAccountUnscoped, operatorOf } from '../identity/accounts/index.ts'
import { ConfigError } from '../config.ts'
import { insertAuditEntry } from '../http/audit.ts'
import { insertKey } from '../identity/keys/index.ts'
import type { CommandIo } from './io.ts'
import { print, withSession } from './session.ts'

interface CreateOptions {
  email: string
  name: string
  scopes: string
  json?: boolean
}

function readScopes(text: string): Scope[] {
  if (text === 'all') return [...SCOPES]
  const names = [...new Set(text.split(',').map((name) => name.trim()))]
  const unknown = names.find((name) => !(SCOPES as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new ConfigError(`"${unknown}" is not a scope. Use "all" or some of: ${SCOPES.join(', ')}.`)
  return names as Scope[]
}

export function addKeyCommands(program: Command, io: CommandIo): void {
  const key = program.command('key').description('API keys')
  key
    .command('create')
    .description('Create an API key for an account. The key is printed once')
    .requiredOption('--email <address>', 'e-mail address of the account')
    .requiredOption('--name <text>', 'name of the key')
    .requiredOption('--scopes <list>', `"all", or comma separated: ${SCOPES.join(', ')}`)
    .option('--json', 'print one line of JSON')
    .action(async (options: CreateOptions) => {
      const scopes = readScopes(options.scopes)
      if (options.name.trim() === '' || options.name.length > 100)
        throw new ConfigError('--name must have 1 to 100 characters.')
      const record = await withSession(io, async ({ config, postgres }) => {
        const account = await postgres.asRole('auth', (tx) => findAccountUnscoped(tx, { email: options.email }))
        if (!account)
          throw new ConfigError(`No account has the address ${options.email}. Create it with "sitewatch user create".`)
        const actor = {
          user_id: account.id,
          team_id: account.id,
          role: 'owner',
          kind: 'session',
          credential_id: 0,
          name: account.email,
          scopes: new Set(SCOPES),
          is_administrator: false,
          expires_at: null,
          lacks_two_factor: false,
          allowed_addresses: [],
        } as const
        const quota = config.SITEWATCH_MAX_KEYS_PER_USER
        return postgres.asUser({ user_id: account.id, team_id: account.id, system: true }, async (tx) => {
          const created = await insertKey(tx, { actor, input: { name: options.name.trim(), scopes }, quota })
          await insertAuditEntry(tx, {
            team_id: account.id,
            action: 'api_key.created',
            actor: { ...operatorOf('key create'), user_id: account.id },
            record: created,
            changes: [{ field: 'scopes', before: null, after: scopes }],
            address: null,
          })
          return created
        })
      })
      print(
        io,
        options.json,
        { key: record.key },
        `${record.key}\nSave it now: it is not shown again. Scopes: ${record.scopes.join(', ')}.`,
      )
    })
}

import { type KeyLimits, type NewApiKeyRecord, type Scope, SCOPES } from '@sitewatch/contract'
import type { Command } from 'commander'
import { findAccountUnscoped, operatorOf } from '../identity/accounts/index.ts'
import { ConfigError } from '../config.ts'
import { insertAuditEntry } from '../http/audit.ts'
import { ProblemError } from '../http/problem.ts'
import { checkLimits, insertKey } from '../identity/keys/index.ts'
import type { CommandIo } from './io.ts'
import { print, withSession } from './session.ts'

interface CreateOptions {
  email: string
  name: string
  scopes: string
  websites?: string
  monitors?: string
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

function readIds(flag: string, text: string | undefined): number[] {
  const ids = [...new Set((text ?? '').split(',').map((id) => id.trim()))].filter((id) => id !== '')
  const wrong = ids.find((id) => !/^[1-9]\d{0,14}$/.test(id))
  if (wrong !== undefined) throw new ConfigError(`${flag} must have comma separated IDs; "${wrong}" is not one.`)
  return ids.map(Number)
}

/** A flag without IDs is an error: the key would see everything. */
function readLimits({ websites, monitors }: CreateOptions): KeyLimits | null {
  if (websites === undefined && monitors === undefined) return null
  const limits = { website_ids: readIds('--websites', websites), monitor_ids: readIds('--monitors', monitors) }
  if (limits.website_ids.length + limits.monitor_ids.length === 0)
    throw new ConfigError('--websites or --monitors must have at least one ID.')
  return limits
}

const refuseUnknown = (error: unknown): never => {
  if (error instanceof ProblemError && error.code === 'not_found')
    throw new ConfigError('--websites and --monitors must have IDs of websites and monitors of this account.')
  throw error
}

async function createKey(io: CommandIo, options: CreateOptions): Promise<NewApiKeyRecord> {
  const scopes = readScopes(options.scopes)
  const limited_to = readLimits(options)
  const name = options.name.trim()
  if (name === '' || options.name.length > 100) throw new ConfigError('--name must have 1 to 100 characters.')
  return withSession(io, async ({ config, postgres }) => {
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
      is_limited: false,
    } as const
    const quota = config.SITEWATCH_MAX_KEYS_PER_TEAM
    return postgres.asUser({ user_id: account.id, team_id: account.id, system: true }, async (tx) => {
      await checkLimits(tx, limited_to).catch(refuseUnknown)
      const created = await insertKey(tx, { actor, input: { name, scopes, limited_to }, quota })
      await insertAuditEntry(tx, {
        team_id: account.id,
        action: 'api_key.created',
        actor: { ...operatorOf('key create'), user_id: account.id },
        record: created,
        changes: [
          { field: 'scopes', before: null, after: scopes },
          ...(limited_to ? [{ field: 'limited_to', before: null, after: limited_to }] : []),
        ],
        address: null,
      })
      return created
    })
  })
}

export function addKeyCommands(program: Command, io: CommandIo): void {
  const key = program.command('key').description('API keys')
  key
    .command('create')
    .description('Create an API key for an account. The key is printed once')
    .requiredOption('--email <address>', 'e-mail address of the account')
    .requiredOption('--name <text>', 'name of the key')
    .requiredOption('--scopes <list>', `"all", or comma separated: ${SCOPES.join(', ')}`)
    .option('--websites <list>', 'limit the key to these websites and what belongs to them: comma separated IDs')
    .option('--monitors <list>', 'limit the key to these monitors, besides those of --websites: comma separated IDs')
    .option('--json', 'print one line of JSON')
    .action(async (options: CreateOptions) => {
      const record = await createKey(io, options)
      print(
        io,
        options.json,
        { key: record.key },
        `${record.key}\nSave it now: it is not shown again. Scopes: ${record.scopes.join(', ')}.`,
      )
    })
}

import type { TeamRole } from '@sitewatch/contract'
import type pg from 'pg'
import { isDeadline } from '../deadline.ts'
import { PipelinedReads } from './pipelined-reads.ts'
import { refusalOf, Unreachable } from './errors.ts'
import { abandon, toDeadline } from './frozen.ts'
import { submit } from './submit.ts'
import { shareKeyOf, type TeamShare } from './team-share.ts'
import { type Entry, type RoleName, type SendStatement, Transaction, type Tx, type TxOptions } from './tx.ts'

/** Where transactions get their connections. */
interface Source {
  pool: pg.Pool
  teams: TeamShare
  closeIdle: () => void
  attempt_ms: number
  onWait: (ms: number) => void
}

/** How a transaction starts, and what is passed to its work. */
interface TransactionKind {
  prefix: string
  /** Whose share of the connections it uses. System roles have no limit. */
  share_key?: number
  make: (send: SendStatement) => Tx
}

type Work<T> = (tx: never) => Promise<T>

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  // Postgres returns ROLLBACK if an earlier statement failed unnoticed.
  if (command !== 'COMMIT') throw new Error(`commit answered ${command}`)
}

/** IDs are inserted into the prefix, which must be one simple query to cost one round trip; so they are validated here. */
function integerText(value: number | null): string {
  if (value === null) return 'null'
  if (!Number.isSafeInteger(value) || value < 0) throw new Error('not an id')
  return String(value)
}

/** Only these are inserted into the prefix. */
const ROLE_TEXTS: Record<TeamRole, string> = {
  owner: `'owner'`,
  admin: `'admin'`,
  editor: `'editor'`,
  viewer: `'viewer'`,
  guest: `'guest'`,
}

function entryPrefix(entry: Entry): string {
  const key = 'key_id' in entry ? entry.key_id : null
  const session = 'session_id' in entry ? entry.session_id : null
  const ids = [entry.user_id ?? 0, entry.team_id, key, session].map(integerText).join(',')
  if (!('role' in entry)) return `set local role sitewatch_user; select enter(${ids},null)`
  return `set local role ${findDatabaseRole(entry)}; select enter(${ids},${ROLE_TEXTS[entry.role]})`
}

/** Guests and limited keys have policies of their own. `enter` refuses one that does not run by them. */
function findDatabaseRole(entry: Extract<Entry, { role: TeamRole }>): string {
  const isLimited = 'key_id' in entry && entry.is_limited === true
  if (entry.role === 'guest') return isLimited ? 'sitewatch_limited_guest' : 'sitewatch_guest'
  return isLimited ? 'sitewatch_limited' : 'sitewatch_user'
}

export const userKind = (entry: Entry): TransactionKind => ({
  prefix: entryPrefix(entry),
  share_key: shareKeyOf(entry),
  make: (send) => new Transaction(send, entry),
})

export const roleKind = (role: RoleName): TransactionKind => ({
  prefix: `set local role sitewatch_${role}`,
  make: (send) => new Transaction(send, { team_id: 0 }, role),
})

interface Connected {
  client: pg.PoolClient
  /** To be called after the connection was released. */
  leave: () => void
}

const noop = (): void => undefined

async function takeConnection({ pool, teams }: Source, { share_key }: TransactionKind): Promise<Connected> {
  const leave = share_key === undefined ? noop : await teams.enter(share_key)
  try {
    return { client: await pool.connect(), leave }
  } catch (cause) {
    leave()
    throw new Unreachable(`Postgres cannot be reached: ${(cause as Error).message}`, { cause: toDeadline(cause) })
  }
}

async function connect(source: Source, kind: TransactionKind): Promise<Connected> {
  const started_ms = performance.now()
  try {
    return await takeConnection(source, kind)
  } finally {
    source.onWait(performance.now() - started_ms)
  }
}

/** The error that ended a transaction. If its connection hung, idle connections are closed, too. */
function explain({ closeIdle }: Source, error: unknown): unknown {
  const cause = toDeadline(error)
  if (isDeadline(cause)) closeIdle()
  return refusalOf(cause)
}

const startTimer = (
  { attempt_ms }: Source,
  client: pg.PoolClient,
  { isPrompt = false }: TxOptions,
): NodeJS.Timeout | undefined => (isPrompt ? setTimeout(() => abandon(client), attempt_ms) : undefined)

async function write<T>(source: Source, kind: TransactionKind, fn: Work<T>, options: TxOptions): Promise<T> {
  const { client, leave } = await connect(source, kind)
  const timer = startTimer(source, client, options)
  // Not awaited: it is sent with the first statement. If it fails, that statement fails too (aborted, or without
  // any right), and the prefix's own error is the one to report.
  const begun = client.query(`begin; ${kind.prefix}`).then(
    () => null,
    (error: unknown) => error,
  )
  try {
    const result = await fn(kind.make((statement) => submit(client, statement)) as never)
    const failed = await begun
    if (failed !== null) throw failed
    await commit(client)
    client.release()
    return result
  } catch (error) {
    const cause = (await begun) ?? error
    await client.query('rollback').then(
      () => client.release(),
      (failure: unknown) => client.release(failure as Error),
    )
    throw explain(source, cause)
  } finally {
    clearTimeout(timer)
    leave()
  }
}

async function read<T>(source: Source, kind: TransactionKind, fn: Work<T>, options: TxOptions): Promise<T> {
  const { client, leave } = await connect(source, kind)
  const timer = startTimer(source, client, options)
  const reads = new PipelinedReads(client, kind.prefix)
  try {
    const result = await fn(kind.make((statement) => reads.send(statement)) as never)
    const failure = await reads.findFailure()
    if (failure !== null) throw failure
    return result
  } catch (error) {
    throw explain(source, (await reads.findFailure()) ?? error)
  } finally {
    clearTimeout(timer)
    void reads.release().finally(leave)
  }
}

export function runTransaction<T>(
  source: Source,
  kind: TransactionKind,
  fn: Work<T>,
  options: TxOptions = {},
): Promise<T> {
  return options.readOnly ? read(source, kind, fn, options) : write(source, kind, fn, options)
}

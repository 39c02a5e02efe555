import pg from 'pg'
import { DEADLINES, type Deadlines } from '../deadline.ts'
import { type Loop, type Progress, UNWATCHED } from '../progress.ts'
import { endWithin, watchPool } from './frozen.ts'
import { createJobsPool } from './jobs-pool.ts'
import { listenForever } from './listen.ts'
import { startSelfCheck } from './self-check.ts'
import { sql } from './sql.ts'
import { types } from './submit.ts'
import { TeamShare } from './team-share.ts'
import { roleKind, runTransaction, userKind } from './transactions.ts'
import type { Entry, RoleName, RoleTx, Tx, TxOptions, UserTx } from './tx.ts'

export { EntryRefused, isConnectionError, isTransient, NotAMember, RoleChanged, sqlState } from './errors.ts'
export { emptySql, joinSql, sql, sqlName, type Sql } from './sql.ts'
export { type Entry, type RoleName, ROLES, type RoleTx, type Tx, type UserTx } from './tx.ts'

export interface Postgres {
  /** Connections of the pool, and requests that wait for one or for their team's share of them. */
  readonly pool: { total: number; idle: number; waiting: number }
  asUser<T>(entry: Entry, fn: (tx: UserTx) => Promise<T>, options?: TxOptions): Promise<T>
  asRole<Name extends RoleName, T>(role: Name, fn: (tx: RoleTx<Name>) => Promise<T>, options?: TxOptions): Promise<T>
  /** A pool for graphile-worker, which brings its own queries, as the role that owns its schema. */
  openJobsPool(size: number): pg.Pool
  /** Calls back on each NOTIFY, and with null whenever notifications may have been missed (reconnected). */
  listen(channel: string, handler: (payload: string | null) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

const selectOne = (tx: Tx): Promise<unknown> => tx.one(sql`select 1 as one`)

/** The pool listens to idle connections only. One that breaks while in use would end the process without a listener. */
function reportErrors(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', onError))
}

interface Connection {
  connectionString: string
  size: number
  onError: (error: Error) => void
  /** How long a transaction waited until it had a connection or was refused. */
  onWait?: (ms: number) => void
  deadlines?: Deadlines
  /** Tracks whether connections answer. */
  progress?: Progress
}

const configOf = ({ connectionString, deadlines = DEADLINES }: Connection) => ({
  connectionString,
  pipeline: true,
  connectionTimeoutMillis: deadlines.connect_ms,
  // Detects a machine that is gone. Only the deadlines detect one that is up and does not answer.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  query_timeout: deadlines.statement_ms,
  application_name: 'sitewatch',
})

// Compiling costs 50 ms and more; not one of our statements is worth it, whatever the planner estimates.
const SETTINGS = '-c jit=off -c search_path=sitewatch -c timezone=UTC -c statement_timeout=30s'

function openJobs(connection: Connection, size: number) {
  const { attempt_ms } = connection.deadlines ?? DEADLINES
  const jobs = createJobsPool({
    ...configOf(connection),
    pipeline: false,
    application_name: 'sitewatch jobs',
    max: size,
    options: '-c search_path=sitewatch -c timezone=UTC -c role=sitewatch_jobs',
    // All queries of graphile-worker are short.
    query_timeout: attempt_ms,
    ping_ms: attempt_ms,
  })
  reportErrors(jobs.pool, connection.onError)
  return jobs
}

export function connectPostgres(connection: Connection): Postgres {
  const { size, onError, onWait = () => undefined, deadlines = DEADLINES, progress } = connection
  const { attempt_ms } = deadlines
  const watch = (name: string): Loop => progress?.watch(name, 'periodic') ?? UNWATCHED
  const base = configOf(connection)
  // Postgres does not notice that a hanging connection was abandoned here: its locks would block others for up to this time.
  const options = `${SETTINGS} -c idle_in_transaction_session_timeout=${deadlines.statement_ms}`
  const pool = new pg.Pool({ ...base, types, max: size, idleTimeoutMillis: 60_000, options })
  reportErrors(pool, onError)
  const { closeIdle, closeAll } = watchPool(pool)
  const teams = new TeamShare({ size, max_wait_ms: deadlines.connect_ms })
  const source = { pool, teams, closeIdle, attempt_ms, onWait }
  const extras: { end(): Promise<void> }[] = []
  const probe = (): Promise<unknown> => runTransaction(source, roleKind('auth'), selectOne, { isPrompt: true })
  const selfCheck = startSelfCheck(probe, attempt_ms, watch('Postgres connections'))

  return {
    get pool() {
      const { totalCount: total, idleCount: idle, waitingCount } = pool
      // The driver queues every request for a moment, even when there is an idle connection for it.
      const queued = Math.max(0, waitingCount - idle - (size - total))
      return { total, idle, waiting: queued + teams.waiting }
    },
    asUser: async (entry, fn, options) => runTransaction(source, userKind(entry), fn, options),
    asRole: (role, fn, options) => runTransaction(source, roleKind(role), fn, options),
    openJobsPool(jobs) {
      const jobsPool = openJobs(connection, jobs)
      extras.push({ end: () => endWithin(jobsPool.pool.end(), jobsPool.closeAll) })
      return jobsPool.pool
    },
    async listen(channel, handler) {
      const listener = listenForever({
        config: { ...base, pipeline: false, application_name: 'sitewatch listen', query_timeout: attempt_ms },
        channel,
        handler,
        onError,
        ping_ms: attempt_ms,
        loop: watch(`listening on ${channel}`),
      })
      extras.push(listener)
      await listener.ready
      return () => listener.end()
    },
    async close() {
      selfCheck.stop()
      await Promise.all(extras.map((extra) => extra.end()))
      await endWithin(pool.end(), closeAll)
    },
  }
}

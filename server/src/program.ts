import { setTimeout as delay } from 'node:timers/promises'
import { type Config, ConfigError, readConfig, warnOfOlderNames } from './config.ts'
import { createAddressReader } from './http/client-address.ts'
import { limitByNetwork } from './http/limit-by-network.ts'
import { mountOperations, type Operations } from './http/operations.ts'
import { createBucket } from './http/rate-limit.ts'
import { createHttpServer, type HttpServer } from './http/server.ts'
import type { ForeignHistoryStore } from './platform/clickhouse/index.ts'
import { createBufferedLog, type Log } from './platform/log.ts'
import { isConnectionError } from './platform/postgres/index.ts'
import { DatabaseNotReady } from './platform/postgres/provision.ts'
import { startApi } from './roles/api.ts'
import { startCollector } from './roles/collector.ts'
import { createHistoryStatus, listDegradedBy } from './roles/history-status.ts'
import { createHistoryMetrics, createProcessMetrics } from './roles/metrics.ts'
import { checkReady, closeParts, openParts, type ProcessParts } from './roles/parts.ts'
import { startProberRole } from './roles/prober.ts'
import type { Running } from './roles/when-migrated.ts'
import { startWorkerRole } from './roles/worker.ts'
import { VERSION } from './version.ts'

const ROLE_NAMES = ['api', 'collector', 'prober', 'worker'] as const
type RoleName = (typeof ROLE_NAMES)[number]

/** Time to stop after the drain window. Then the process exits, whatever still runs. The limits below apply within this time. */
const STOP_LIMIT_MS = 25_000
const ROLE_LIMIT_MS = 15_000
const CLOSE_LIMIT_MS = 5000

function readRoles(argv: readonly string[]): Set<RoleName> {
  const unknown = argv.find((name) => name !== 'all' && !(ROLE_NAMES as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new ConfigError(`"${unknown}" is not a role. Available roles: ${ROLE_NAMES.join(', ')}.`)
  return new Set(argv.length === 0 || argv.includes('all') ? ROLE_NAMES : (argv as RoleName[]))
}

/** Only one process can open the embedded engine, so the process that reads history must also load it. */
function refuseSplitHistory(roles: ReadonlySet<RoleName>, config: Config): void {
  if (config.CLICKHOUSE_URL !== undefined || roles.has('api') === roles.has('worker')) return
  const [here, elsewhere] = roles.has('api') ? ['api', 'worker'] : ['worker', 'api']
  throw new ConfigError(
    `The role "${here}" without "${elsewhere}" needs CLICKHOUSE_URL: both use one history store, and the embedded one ` +
      'belongs to a single process. Set CLICKHOUSE_URL to a ClickHouse server, or run all roles in one process.',
  )
}

const OPEN_LIMIT_MS = 10_000

/** Exits if the store belongs to another database. A store that cannot be reached yet is checked when it first answers. */
async function openHistory({ clickhouse }: ProcessParts, roles: ReadonlySet<RoleName>): Promise<void> {
  if (!roles.has('api') && !roles.has('worker')) return
  await Promise.race([clickhouse.ping(), delay(OPEN_LIMIT_MS, undefined, { ref: false })])
}

/** Collectors and probers do not use the history store. */
function mountHistoryStatus(parts: ProcessParts, roles: ReadonlySet<RoleName>): Pick<Operations, 'listDegraded'> {
  if (!roles.has('api') && !roles.has('worker')) return {}
  const isUp = createHistoryStatus(parts)
  createHistoryMetrics(parts, isUp)
  return { listDegraded: listDegradedBy(parts, isUp) }
}

function exitForForeignStore(error: ForeignHistoryStore): never {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

const LISTEN_ERRORS: Record<string, string> = {
  EADDRINUSE: 'The port is already in use. Set PORT to a free port.',
  EACCES: 'This user is not allowed to use the port. Set PORT to a port above 1023.',
  EADDRNOTAVAIL: 'This machine does not have that address. Set HOST to one of its own, or to 0.0.0.0 for all.',
  ENOTFOUND: 'The address is not valid. Set HOST to an address of this machine, or to 0.0.0.0 for all.',
  EAI_AGAIN: 'The host name could not be resolved. Set HOST to an address of this machine, or to 0.0.0.0 for all.',
}

function explainListenError(error: unknown, { HOST, PORT }: Config): unknown {
  const hint = LISTEN_ERRORS[(error as NodeJS.ErrnoException).code ?? '']
  return hint === undefined ? error : new ConfigError(`Cannot listen on HOST ${HOST}, PORT ${PORT}. ${hint}`)
}

interface Start {
  roles: ReadonlySet<RoleName>
  given: Config
}

/** After `openParts`, the given settings are not used again, because they may hold the URL of a superuser. */
async function run({ roles, given }: Start, env: NodeJS.ProcessEnv, launcherGone: AbortSignal): Promise<void> {
  const parts = await openParts(given, undefined, undefined, { onForeignStore: exitForForeignStore })
  // It may be that of a superuser, which no child process may inherit.
  delete env['DATABASE_URL']
  delete env['DATABASE_URL_FILE']
  const { config, log, metrics } = parts
  const warning = warnOfOlderNames(env)
  if (warning !== undefined) log.warn(warning)
  const http = {
    base_url: config.BASE_URL,
    log,
    accessLog: createBufferedLog(config.SITEWATCH_LOG_LEVEL),
    metrics,
    readAddress: createAddressReader(config.SITEWATCH_TRUSTED_PROXIES),
  }
  const server = createHttpServer(http)
  mountOperations(server, {
    metrics,
    metricsToken: config.SITEWATCH_METRICS_TOKEN,
    checkReady: () => checkReady(parts),
    limit: limitByNetwork(http.readAddress, createBucket('readiness', config.SITEWATCH_RATE_LIMIT_PER_MINUTE, 60)),
    ...mountHistoryStatus(parts, roles),
    progress: parts.progress,
  })
  createProcessMetrics(parts)
  await openHistory(parts, roles)
  const serving: Running[] = []
  const background: Running[] = []
  if (roles.has('api')) serving.push(await startApi(parts, server, http))
  if (roles.has('collector')) serving.push(await startCollector(parts, server, http))
  if (roles.has('worker')) background.push(await startWorkerRole(parts))
  if (roles.has('prober')) background.push(await startProberRole(parts))
  // Before the port is open: an unhandled signal would end the process while requests are running.
  stopOnSignal({ parts, server, serving, background }, launcherGone)
  const port = await server.listen(config.PORT, config.HOST).catch((error: unknown) => {
    throw explainListenError(error, config)
  })
  log.info({ port, base_url: config.BASE_URL, roles: [...roles], version: VERSION }, 'Sitewatch is running')
}

interface Stoppable {
  parts: ProcessParts
  server: HttpServer
  /** Stopped when the last request has been answered. */
  serving: readonly Running[]
  /** Stopped at once: no client waits for a response. */
  background: readonly Running[]
}

/**
 * Stops the roles in parallel. A role that does not stop in time, such as one with a job that waits for a remote server, is
 * abandoned: another process takes over its work.
 */
async function stopRoles(roles: readonly Running[], log: Log): Promise<void> {
  const stopped = Promise.all(roles.map((role) => role.stop())).then(() => true)
  const isStopped = await Promise.race([stopped, delay(ROLE_LIMIT_MS, false, { ref: false })])
  if (!isStopped) log.warn('a role did not stop in time; another process will take over its work')
}

/**
 * SIGTERM: load balancers see 503 on /readyz for the drain window while everything is still served, then the listener closes.
 * SIGINT, from a terminal, and a second signal do not wait for the window. If the launcher
 * is gone, it could not forward SIGTERM: that is handled like SIGTERM.
 */
function stopOnSignal({ parts, server, serving, background }: Stoppable, launcherGone: AbortSignal): void {
  const { log, config } = parts
  const window = new AbortController()
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    const drain_seconds = signal === 'SIGTERM' ? config.SITEWATCH_DRAIN_SECONDS : 0
    log.info({ signal, drain_seconds }, 'stopping: finishing accepted requests')
    setTimeout(() => process.exit(1), drain_seconds * 1000 + STOP_LIMIT_MS).unref()
    if (drain_seconds > 0) server.announceDrain()
    const background_stopped = stopRoles(background, log)
    await delay(drain_seconds * 1000, undefined, { signal: window.signal }).catch(() => undefined)
    await server.drain()
    await Promise.all([stopRoles(serving, log), background_stopped])
    await Promise.race([closeParts(parts), delay(CLOSE_LIMIT_MS, undefined, { ref: false })])
    log.info('stopped')
    process.exit(0)
  }
  let isStopping = false
  const stopOnce = (signal: NodeJS.Signals): void => {
    if (!isStopping) void stop(signal)
    isStopping = true
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) window.abort()
      stopOnce(signal)
    })
  }
  launcherGone.addEventListener('abort', () => stopOnce('SIGTERM'))
}

function explainFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseNotReady) return error.message
  if (isConnectionError(error))
    return `The connection to Postgres was lost during startup (${String(error)}). Start Sitewatch again.`
  return String(error instanceof Error ? error.stack : error)
}

/** Throws ConfigError before anything is opened. */
function readStart(argv: readonly string[], env: NodeJS.ProcessEnv): Start {
  const roles = readRoles(argv)
  const given = readConfig(env)
  refuseSplitHistory(roles, given)
  return { roles, given }
}

/** Resolves once the server listens; from then on, a signal stops it. */
export async function main(
  argv: readonly string[],
  { env, launcherGone }: { env: NodeJS.ProcessEnv; launcherGone: AbortSignal },
): Promise<void> {
  const start = readStart(argv, env)
  try {
    await run(start, env, launcherGone)
  } catch (error) {
    // Pools and timers of the roles that are already open would keep the process running.
    process.stderr.write(`${explainFailure(error)}\n`)
    process.exit(1)
  }
}

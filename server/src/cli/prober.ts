import { hostname } from 'node:os'
import { type Command, Option } from 'commander'
import { createRemoteSource } from '../monitoring/checks/remote/source.ts'
import { createAnchors } from '../monitoring/checks/run/anchors.ts'
import { watchStalls } from '../monitoring/checks/run/stalls.ts'
import { createCheckMetrics } from '../monitoring/checks/schedule/metrics.ts'
import { startProber } from '../monitoring/checks/schedule/prober.ts'
import { ConfigError, SETTINGS } from '../config.ts'
import { createAddressReader } from '../http/client-address.ts'
import { mountOperations } from '../http/operations.ts'
import { createHttpServer } from '../http/server.ts'
import { createEgress } from '../platform/egress/index.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createMetrics, type Metrics } from '../platform/metrics.ts'
import { createProgress, type Progress } from '../platform/progress.ts'
import { watchShellOfNpx } from './npx.ts'

interface ProberFlags {
  server: string
  token: string
  location: string
  anchors?: string
  allowPrivate?: string
  healthPort?: string
}

/** Parses a list flag with the schema of the matching setting. */
function readFlag(setting: string, flag: string, text: string | undefined): string[] {
  const parsed = SETTINGS[setting]?.schema.safeParse(text)
  if (!parsed?.success) throw new ConfigError(`${flag} ${parsed?.error.issues[0]?.message ?? 'is not valid'}.`)
  return parsed.data as string[]
}

/** /healthz, /readyz and /metrics, for health checks on this machine. */
async function serveHealth(
  port: string,
  { log, metrics, progress }: { log: Log; metrics: Metrics; progress: Progress },
) {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new ConfigError('--health-port must be a port number.')
  const server = createHttpServer({
    base_url: `http://localhost:${port}`,
    log,
    metrics,
    readAddress: createAddressReader([]),
  })
  const checkReady = () => Promise.resolve(null)
  mountOperations(server, { metrics, metricsToken: undefined, checkReady, limit: () => Promise.resolve(), progress })
  log.info({ port: await server.listen(Number(port), '127.0.0.1') }, 'health checks are served')
  return server
}

async function runProber(flags: ProberFlags): Promise<void> {
  const launcherGone = watchShellOfNpx()
  if (!URL.canParse(flags.server)) throw new ConfigError('--server must be an http or https URL.')
  const allowPrivate = readFlag('SITEWATCH_ALLOW_PRIVATE_TARGETS', '--allow-private', flags.allowPrivate)
  const log = createLog('info')
  const stalls = watchStalls()
  const source = createRemoteSource({
    ...flags,
    name: `${hostname()}/${process.pid}`,
    onRejected: (error, monitor_id) => log.error({ err: error, monitor_id }, 'the server rejected a check result'),
  })
  const anchors = createAnchors({
    anchors: readFlag('SITEWATCH_ANCHORS', '--anchors', flags.anchors),
    onChange: (online) =>
      log[online ? 'info' : 'error'](online ? 'anchors are reachable again' : 'no anchor is reachable'),
  })
  const runner = {
    egress: createEgress({ allowPrivate }),
    anchors,
    stalls,
    // The server applies maintenance windows to the reported results.
    isMaintained: () => false,
    makeHeaders: () => source.makeHeaders(),
    openSecrets: source.openSecrets,
  }
  const metrics = createMetrics()
  const progress = createProgress()
  const health =
    flags.healthPort === undefined ? undefined : await serveHealth(flags.healthPort, { log, metrics, progress })
  const prober = startProber({ source, runner, metrics: createCheckMetrics(metrics), log, progress })
  log.info({ server: flags.server, location: flags.location }, 'prober is running')
  await new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
    launcherGone.addEventListener('abort', resolve)
  })
  await prober.stop()
  stalls.stop()
  await health?.app.close()
}

export function addProberCommand(program: Command): void {
  program
    .command('prober')
    .description('Run checks from this machine for another Sitewatch server. Needs no database')
    .requiredOption('--server <url>', 'BASE_URL of the Sitewatch server')
    .addOption(
      new Option('--token <token>', 'token from "sitewatch location create"; visible to other users of this machine')
        .env('SITEWATCH_PROBER_TOKEN')
        .makeOptionMandatory(),
    )
    .requiredOption('--location <name>', 'location the token was created for')
    .option('--anchors <list>', 'host:port pairs used to detect that this machine is offline, or "none"')
    .option('--allow-private <list>', 'CIDR ranges of private targets that checks may reach')
    .option('--health-port <port>', 'serve /healthz and /metrics on this port of 127.0.0.1')
    .action(runProber)
}

import { hostname } from 'node:os'
import { type Command, Option } from 'commander'
import {
  createAnchors,
  createCheckMetrics,
  createRemoteSource,
  startProber,
  watchStalls,
} from '../monitoring/checks/index.ts'
import { ConfigError, SETTINGS } from '../config.ts'
import { createEgress } from '../platform/egress/index.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { watchShellOfNpx } from './npx.ts'

interface ProberFlags {
  server: string
  token: string
  location: string
  anchors?: string
  allowPrivate?: string
}

/** A list, read by the rules of the setting that the flag stands in for. */
function readFlag(setting: string, flag: string, text: string | undefined): string[] {
  const parsed = SETTINGS[setting]?.schema.safeParse(text)
  if (!parsed?.success) throw new ConfigError(`${flag} ${parsed?.error.issues[0]?.message ?? 'is not valid'}.`)
  return parsed.data as string[]
}

async function runProber(flags: ProberFlags): Promise<void> {
  const launcherGone = watchShellOfNpx()
  if (!URL.canParse(flags.server)) throw new ConfigError('--server must be an http or https address.')
  const allowPrivate = readFlag('SITEWATCH_ALLOW_PRIVATE_TARGETS', '--allow-private', flags.allowPrivate)
  const log = createLog('info')
  const stalls = watchStalls()
  const source = createRemoteSource({ ...flags, name: `${hostname()}/${process.pid}` })
  const anchors = createAnchors({
    anchors: readFlag('SITEWATCH_ANCHORS', '--anchors', flags.anchors),
    onChange: (online) => log[online ? 'info' : 'error'](online ? 'the anchors answer again' : 'no anchor answers'),
  })
  const runner = {
    egress: createEgress({ allowPrivate }),
    anchors,
    stalls,
    // The server knows the windows, and applies them to what is reported.
    isMaintained: () => false,
    makeHeaders: () => source.makeHeaders(),
    openSecrets: source.openSecrets,
  }
  const prober = startProber({ source, runner, metrics: createCheckMetrics(createMetrics()), log })
  log.info({ server: flags.server, location: flags.location }, 'the prober is running')
  await new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
    launcherGone.addEventListener('abort', resolve)
  })
  await prober.stop()
  stalls.stop()
}

export function addProberCommand(program: Command): void {
  program
    .command('prober')
    .description(
      'Make checks from this machine for a Sitewatch elsewhere. Needs no database: only --server, over HTTPS',
    )
    .requiredOption('--server <url>', 'what that Sitewatch is called, its BASE_URL')
    .addOption(
      new Option(
        '--token <token>',
        'what "sitewatch location create" showed there; a flag can be read by every user here',
      )
        .env('SITEWATCH_PROBER_TOKEN')
        .makeOptionMandatory(),
    )
    .requiredOption('--location <name>', 'the location it was created for')
    .option('--anchors <list>', 'host:port pairs asked whether we ourselves are online, or "none"')
    .option('--allow-private <list>', 'CIDRs of private targets that may be reached from here')
    .action(runProber)
}

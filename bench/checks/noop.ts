import { LOCAL_LOCATIONS } from '../../server/src/monitoring/checks/judge/judge-result.ts'
import { createCheckMetrics } from '../../server/src/monitoring/checks/schedule/metrics.ts'
import { startProber } from '../../server/src/monitoring/checks/schedule/prober.ts'
import { createLocalSource } from '../../server/src/monitoring/checks/schedule/source.ts'
import { readConfig } from '../../server/src/config.ts'
import type { EgressAnswer } from '../../server/src/platform/egress/index.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { createMetrics } from '../../server/src/platform/metrics.ts'
import { connectPostgres } from '../../server/src/platform/postgres/index.ts'
import { prepareDatabase } from '../../server/src/platform/postgres/provision.ts'
import type { CheckSource } from '../../server/src/monitoring/checks/schedule/source.ts'
import { SECRET } from './fixture.ts'

/**
 * Runs the real prober with no-op targets that reply immediately, so that only claiming and recording cost time. It is a
 * separate process that runs until stopped. On a signal it prints a histogram of check lateness since the last signal, per
 * millisecond: { late_ms: [[0, 812], [1, 77], …] }. `noop.ts DATABASE_URL`
 */
const [url = ''] = process.argv.slice(2)
const log = createLog('warn')
const { servingUrl } = await prepareDatabase(readConfig({ DATABASE_URL: url, SITEWATCH_SECRET: SECRET }), log)
const postgres = connectPostgres({
  connectionString: servingUrl,
  size: 4,
  onError: (error) => log.warn({ err: error }),
})
const timings = { dns_ms: 0, connect_ms: 0.4, tls_ms: 0, first_byte_ms: 1.2, total_ms: 2.1 }
const answer: EgressAnswer = {
  ok: true,
  status: 200,
  headers: {},
  body: Buffer.alloc(0),
  truncated: false,
  final_url: '',
  hops: 0,
  timings,
  tls_expires_at: null,
  certificate: null,
  peer_address: '',
  private_target: true,
}
const source = createLocalSource(postgres, {
  name: `bench/${process.pid}`,
  location: '',
  locations: LOCAL_LOCATIONS,
  record: { postgres, onIncidentChange: () => Promise.resolve(), isHistoryFull: () => false },
  onPoison: (error) => log.error({ err: error }),
  onClockStep: () => undefined,
})
const late_ms = new Map<number, number>()
const watched: CheckSource = {
  ...source,
  async claim(requests, held) {
    const claimed = await source.claim(requests, held)
    for (const late of claimed.late_ms) late_ms.set(late, (late_ms.get(late) ?? 0) + 1)
    return claimed
  },
}
process.on('SIGUSR2', () => {
  process.stdout.write(`${JSON.stringify({ late_ms: [...late_ms] })}\n`)
  late_ms.clear()
})
const prober = startProber({
  source: watched,
  runner: {
    egress: {
      request: () => Promise.resolve(answer),
      resolve: () => Promise.reject(new Error('no pings here')),
      connect: () => Promise.reject(new Error('no TCP checks here')),
      query: () => Promise.reject(new Error('no DNS checks here')),
    },
    anchors: { suspect: () => undefined, judge: () => Promise.resolve('not_asked') },
    stalls: { sumStalledSince: () => 0, stop: () => undefined },
    isMaintained: () => false,
    makeHeaders: () => ({}),
    openSecrets: () => ({}),
  },
  metrics: createCheckMetrics(createMetrics()),
  log,
})
process.stdout.write('running\n')
process.once('SIGTERM', () => {
  void prober
    .stop()
    .then(() => postgres.close())
    .then(() => process.exit(0))
})

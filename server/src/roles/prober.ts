import { hostname } from 'node:os'
import { LOCAL_LOCATIONS } from '../monitoring/checks/judge/judge-result.ts'
import { watchAnchors } from '../monitoring/checks/run/anchor-watch.ts'
import { createAnchors } from '../monitoring/checks/run/anchors.ts'
import { createProbeHeaders } from '../monitoring/checks/run/signature.ts'
import { watchStalls } from '../monitoring/checks/run/stalls.ts'
import { noteProberOnline } from '../monitoring/checks/schedule/claim.ts'
import { createCheckMetrics } from '../monitoring/checks/schedule/metrics.ts'
import { startProber } from '../monitoring/checks/schedule/prober.ts'
import { type CheckRunner, createSecretOpener } from '../monitoring/checks/schedule/run-check.ts'
import { createLocalSource } from '../monitoring/checks/schedule/source.ts'
import { createHeartbeatReader } from '../monitoring/heartbeats/index.ts'
import { watchMaintenanceUnscoped } from '../monitoring/maintenance/index.ts'
import { createInboxGauge } from '../platform/inbox/index.ts'
import { announceIncidents } from './announce.ts'
import type { ProcessParts } from './parts.ts'
import { type Running, whenMigrated } from './when-migrated.ts'

async function startChecking(parts: ProcessParts): Promise<Running> {
  const { config, postgres, egress, vault, log } = parts
  const metrics = createCheckMetrics(parts.metrics)
  const stalls = watchStalls()
  const inbox = createInboxGauge(postgres, {
    role: 'worker',
    kind: 'checks',
    onError: (error) => log.warn({ err: error }, 'reading the size of the inbox failed'),
  })
  const anchors = createAnchors({
    anchors: config.SITEWATCH_ANCHORS,
    onChange(online) {
      metrics.setOnline(online)
      if (online) log.info('anchors are reachable again: failed checks count again')
      else
        log.error(
          'no anchor is reachable: this machine seems to be offline. Failed checks of public targets are ignored until one is reachable',
        )
    },
  })
  const name = `${hostname()}/${process.pid}`
  const anchorWatch = watchAnchors({
    ask: () => anchors.judge(performance.now()),
    note: (is_online) => noteProberOnline(postgres, name, is_online),
    onError: (error) => log.warn({ err: error }, 'saving the state of the anchors failed'),
  })
  const source = createLocalSource(postgres, {
    name,
    location: '',
    locations: LOCAL_LOCATIONS,
    record: { postgres, onIncidentChange: announceIncidents, isHistoryFull: () => inbox.isFull },
    onPoison: (error, { monitor_id }) =>
      log.error({ err: error, monitor_id }, 'recording a check result failed; it was skipped'),
    onClockStep: (step_ms, replanned) =>
      log.warn({ step_ms, replanned }, "Postgres's clock was set back; checks were rescheduled"),
  })
  const maintenance = await watchMaintenanceUnscoped(postgres, (error) =>
    log.warn({ err: error }, 'reading maintenance windows failed; using the last known ones'),
  )
  const runner: CheckRunner = {
    egress,
    anchors,
    stalls,
    isMaintained: (monitor_id) => maintenance.has(monitor_id),
    makeHeaders: createProbeHeaders(config),
    openSecrets: createSecretOpener(vault),
    readFacts: createHeartbeatReader(postgres),
  }
  const prober = startProber({ source, runner, metrics, log, progress: parts.progress })
  return {
    async stop() {
      anchorWatch.stop()
      await prober.stop()
      maintenance.stop()
      inbox.stop()
      stalls.stop()
    },
  }
}

export function startProberRole(parts: ProcessParts): Promise<Running> {
  return whenMigrated(parts, () => startChecking(parts))
}

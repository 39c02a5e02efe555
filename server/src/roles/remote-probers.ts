import { mountRemoteProbers, type RemoteParts } from '../monitoring/checks/remote/server.ts'
import { createProbeHeaders } from '../monitoring/checks/run/signature.ts'
import { createSecretOpener } from '../monitoring/checks/schedule/run-check.ts'
import type { LimitRequest } from '../http/limit-by-network.ts'
import type { HttpServer } from '../http/server.ts'
import { watchMaintenanceUnscoped } from '../monitoring/maintenance/index.ts'
import { createInboxGauge } from '../platform/inbox/index.ts'
import { announceIncidents } from './announce.ts'
import type { ProcessParts } from './parts.ts'
import type { Running } from './when-migrated.ts'

/** The endpoints of remote probers. They cost nothing until the first request. */
export function serveRemoteProbers(parts: ProcessParts, server: HttpServer, limitStrangers: LimitRequest): Running {
  const { config, postgres, vault, log } = parts
  const stops: (() => void)[] = []
  let opened: Promise<RemoteParts> | undefined
  const open = async (): Promise<RemoteParts> => {
    const onError = (error: unknown): void => log.warn({ err: error }, 'reading data for remote probers failed')
    const calendar = await watchMaintenanceUnscoped(postgres, onError)
    const inbox = createInboxGauge(postgres, { role: 'worker', kind: 'checks', onError })
    stops.push(
      () => calendar.stop(),
      () => inbox.stop(),
    )
    return {
      postgres,
      record: { postgres, onIncidentChange: announceIncidents, isHistoryFull: () => inbox.isFull },
      makeHeaders: createProbeHeaders(config),
      openSecrets: createSecretOpener(vault),
      isMaintained: (monitor_id) => calendar.has(monitor_id),
      onPoison: (error, { monitor_id }) =>
        log.error({ err: error, monitor_id }, 'a check result could not be recorded'),
    }
  }
  mountRemoteProbers(server, { postgres, limitStrangers, open: () => (opened ??= open()) })
  return {
    async stop() {
      await opened
      for (const stop of stops) stop()
    },
  }
}

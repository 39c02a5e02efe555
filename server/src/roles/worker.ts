import { backupTask, createBackupMetrics, serveHistoryBackups } from '../backup/index.ts'
import { accountTasks, historyNoticeTask } from '../identity/accounts/index.ts'
import { auditLogTasks } from '../identity/audit-log/index.ts'
import { teamTasks } from '../identity/teams/index.ts'
import { createInboxMetrics, type Loader, startLoader } from '../platform/inbox/index.ts'
import { collectTasks, repeatEventLoad } from '../analytics/collect/index.ts'
import { importTasks } from '../analytics/imports/index.ts'
import { checkTasks, repeatCheckLoad } from '../monitoring/checks/index.ts'
import { incidentTasks } from '../monitoring/incidents/index.ts'
import { registrationTasks } from '../monitoring/registrations/index.ts'
import { readUptimeReport } from '../monitoring/website-uptime/index.ts'
import { trafficModelTasks } from '../insights/expected-traffic/index.ts'
import { deployVerdictTasks } from '../insights/deploy-verdicts/index.ts'
import { insightTasks } from '../insights/impact/index.ts'
import { silentOutageTasks } from '../insights/silent-outages/index.ts'
import { startTrafficRefresh } from '../insights/traffic-now/index.ts'
import { objectiveTasks } from '../insights/objectives/index.ts'
import { uptimeReportTasks } from '../team/uptime-reports/index.ts'
import { escalationTasks } from '../alerting/escalation/index.ts'
import { suppressionTasks } from '../alerting/suppression/index.ts'
import { notifyAudiences } from './announce.ts'
import { createDeliveryMetrics, deadmanTasks, notificationTasks } from '../alerting/notifications/index.ts'
import { systemClock } from '../platform/clock.ts'
import { startWorker } from '../platform/jobs/index.ts'
import { observeTasks } from '../platform/jobs/metrics.ts'
import { reportTasks } from '../analytics/reports/index.ts'
import { statsTasks } from '../analytics/stats/index.ts'
import { statusPageTasks } from '../alerting/status-pages/index.ts'
import { websiteTasks } from '../analytics/websites/index.ts'
import type { ProcessParts } from './parts.ts'
import { type Running, whenMigrated } from './when-migrated.ts'

function startInboxLoader({ postgres, clickhouse, log, metrics, progress }: ProcessParts): Loader {
  return startLoader({
    postgres,
    clickhouse,
    tables: { checks: 'checks', events: 'events', filtered_events: 'filtered_events' },
    repeats: {
      checks: (load) => repeatCheckLoad(clickhouse, load),
      events: (load) => repeatEventLoad(clickhouse, 'events', load),
      filtered_events: (load) => repeatEventLoad(clickhouse, 'filtered_events', load),
    },
    log,
    loop: progress.watch('inbox loader', 'periodic'),
    ...createInboxMetrics(metrics, postgres),
  })
}

async function startTasks(parts: ProcessParts): Promise<Running> {
  const { postgres, log, metrics, config, vault } = parts
  const tasks = [
    ...accountTasks(parts),
    ...teamTasks(parts),
    ...auditLogTasks({ ...parts, clock: systemClock }),
    ...deadmanTasks(parts),
    historyNoticeTask(parts),
    backupTask(parts),
    ...notificationTasks({
      config,
      postgres,
      vault,
      gateways: parts,
      clock: systemClock,
      log,
      ...createDeliveryMetrics(metrics),
    }),
    ...registrationTasks(parts),
    ...suppressionTasks({ postgres, announce: notifyAudiences }),
    ...escalationTasks({ postgres }),
    ...incidentTasks({ ...parts, clock: systemClock }),
    ...collectTasks(parts),
    ...statsTasks(parts),
    ...importTasks(parts),
    ...websiteTasks(parts),
    ...checkTasks(parts),
    ...trafficModelTasks({ ...parts, clock: systemClock }),
    ...insightTasks({ ...parts, clock: systemClock }),
    ...silentOutageTasks({ ...parts, clock: systemClock }),
    ...deployVerdictTasks({ ...parts, clock: systemClock }),
    ...statusPageTasks(parts),
    ...objectiveTasks({ ...parts, clock: systemClock }),
    ...uptimeReportTasks({ ...parts, clock: systemClock }),
    ...reportTasks({ ...parts, clock: systemClock, readUptimeReport }),
  ]
  const worker = await startWorker(postgres, observeTasks(tasks, metrics), log, parts.progress)
  const loader = startInboxLoader(parts)
  const traffic = startTrafficRefresh(parts, { loop: parts.progress.watch('second opinion', 'periodic') })
  createBackupMetrics(metrics, postgres)
  const backups = parts.clickhouse.kind === 'embedded' ? await serveHistoryBackups(parts) : undefined
  return {
    async stop() {
      await backups?.stop()
      await traffic.stop()
      await loader.stop()
      await worker.stop()
    },
  }
}

export function startWorkerRole(parts: ProcessParts): Promise<Running> {
  return whenMigrated(parts, () => startTasks(parts))
}

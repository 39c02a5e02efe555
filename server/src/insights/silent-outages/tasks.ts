import { z } from 'zod'
import { DAY_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { loadScripts } from '../../analytics/collect/index.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { inspectWebsite } from './inspect.ts'
import { createRecentMinutes } from './minutes.ts'
import { listDueSitesUnscoped, saveInspectionUnscoped } from './store.ts'
import { findMostVisitedUnscoped } from './visits.ts'
import { type WatchMemory, type WatchParts, watchTraffic } from './watch.ts'

type TaskParts = Omit<WatchParts, 'isTracker'>

/** Traffic is not judged for this long after a start: visits that were not collected while this server was down would look like a drop. */
const STARTUP_MS = 15 * MINUTE_MS
/** With 10,000 websites, each has its turn once a day. */
const INSPECTIONS_PER_RUN = 10

/** Inspects websites with normal traffic, for a later comparison. One after another: nobody waits for it. */
export async function inspectDueWebsites(parts: WatchParts): Promise<void> {
  const { postgres, clickhouse, clock, log } = parts
  const now = clock.now()
  const due = await postgres.asRole(
    'worker',
    (tx) => listDueSitesUnscoped(tx, { before: new Date(now.getTime() - DAY_MS), max: INSPECTIONS_PER_RUN }),
    { readOnly: true },
  )
  for (const each of due) {
    try {
      const visited = await findMostVisitedUnscoped(clickhouse, each.site.id, now.getTime()).catch(() => null)
      const findings = await inspectWebsite(parts, each.site, visited)
      await postgres.asRole('worker', (tx) => saveInspectionUnscoped(tx, each, { findings, now }))
    } catch (error) {
      log.error({ err: error, website_id: each.site.id }, 'inspecting a website failed')
    }
  }
}

export function silentOutageTasks(parts: TaskParts): Task[] {
  const started_ms = parts.clock.now().getTime()
  const memory: WatchMemory = { minutes: createRecentMinutes(started_ms), models: new Map() }
  let isTracker: WatchParts['isTracker'] | undefined
  // Loading compresses the script, so it is done only when the first page is fetched.
  const watchParts: WatchParts = { ...parts, isTracker: (text) => (isTracker ??= loadScripts().isTracker)(text) }
  let isRunning = false
  return [
    defineTask({
      name: 'watch_traffic',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        if (isRunning || parts.clock.now().getTime() - started_ms < STARTUP_MS) return
        isRunning = true
        await watchTraffic(watchParts, memory).finally(() => (isRunning = false))
      },
    }),
    defineTask({
      name: 'look_at_websites',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      run: () => inspectDueWebsites(watchParts),
    }),
  ]
}

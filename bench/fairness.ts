import { percentile } from '../server/test/support/samples.ts'
import { openSetting, say } from './checks/setting.ts'
import { measureChecks } from './fairness/checks.ts'
import { measureReads } from './fairness/reads.ts'
import { measureWebhooks } from './fairness/webhooks.ts'
import type { Outcome } from './main.ts'

/** What neighbours notice of one tenant's abuse: their p99 under it against quiet, in one run. About eight minutes. */
const LIMIT = 1.5
/** Claims are paced at 250 ms and reads take some milliseconds: what is below that is not lateness but noise. */
const FLOOR_MS = { checks: 250, alerts: 50, reads: 10 }

interface Figures {
  ratio: number
  quiet_p99_ms: number
  abuse_p99_ms: number
  samples: number
}

function compare(name: string, { quiet, busy }: { quiet: number[]; busy: number[] }, floor_ms: number): Figures {
  const [quiet_p99_ms, abuse_p99_ms] = [percentile(quiet, 0.99), percentile(busy, 0.99)]
  const figures = {
    ratio: Number((Math.max(floor_ms, abuse_p99_ms) / Math.max(floor_ms, quiet_p99_ms)).toFixed(2)),
    quiet_p99_ms: Math.round(quiet_p99_ms),
    abuse_p99_ms: Math.round(abuse_p99_ms),
    samples: busy.length,
  }
  say(`${name}: ${JSON.stringify(figures)}`)
  return figures
}

export async function run(): Promise<Outcome> {
  const setting = await openSetting('fairness')
  try {
    const hanging = await measureChecks(setting, { count: 900, host: '127.7.{m}.{n}' })
    const hanging_monitors = compare('hanging_monitors', hanging, FLOOR_MS.checks)
    const slow = await measureChecks(setting, { count: 4000, host: '127.9.9.9' })
    const slow_host = compare('slow_host', slow, FLOOR_MS.checks)
    const hanging_webhooks = compare('hanging_webhooks', await measureWebhooks(setting), FLOOR_MS.alerts)
    const questions = Array.from({ length: 60 }, () => ({ user_id: 2, kind: 'key' }) as const)
    const stats_questions = compare('stats_questions', await measureReads(setting.folder, questions), FLOOR_MS.reads)
    const pages = Array.from({ length: 8 }, (_, n) => ({ user_id: 10 + n, kind: 'public' }) as const)
    const public_snapshots = compare('public_snapshots', await measureReads(setting.folder, pages), FLOOR_MS.reads)
    const figures = { hanging_monitors, slow_host, hanging_webhooks, stats_questions, public_snapshots }
    return { figures: { ...figures, limit: LIMIT }, isMet: Object.values(figures).every(({ ratio }) => ratio <= LIMIT) }
  } finally {
    await setting.close()
  }
}

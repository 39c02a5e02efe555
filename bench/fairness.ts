import { percentile } from '../server/test/support/samples.ts'
import { openFixture, say, type Fixture } from './checks/fixture.ts'
import { measureChecks } from './fairness/checks.ts'
import { measureReads } from './fairness/reads.ts'
import { measureWebhooks } from './fairness/webhooks.ts'
import type { Outcome } from './main.ts'

/** Effect of one abusive team on others: their p99 under abuse compared with no load, in one run. About eight minutes. */
const LIMIT = 1.5
/** Claims run every 250 ms and reads take a few milliseconds, so smaller values are noise, not lateness. */
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

type Samples = Parameters<typeof compare>[1]

const keyCallers = Array.from({ length: 60 }, () => ({ team_id: 2, kind: 'key' }) as const)
const publicCallers = Array.from({ length: 8 }, (_, n) => ({ team_id: 10 + n, kind: 'public' }) as const)

const ABUSES: Readonly<Record<string, { floor_ms: number; measure: (fixture: Fixture) => Promise<Samples> }>> = {
  hanging_monitors: {
    floor_ms: FLOOR_MS.checks,
    measure: (fixture) => measureChecks(fixture, { count: 900, host: '127.7.{m}.{n}' }),
  },
  slow_host: {
    floor_ms: FLOOR_MS.checks,
    measure: (fixture) => measureChecks(fixture, { count: 4000, host: '127.9.9.9' }),
  },
  hanging_webhooks: { floor_ms: FLOOR_MS.alerts, measure: measureWebhooks },
  stats_questions: { floor_ms: FLOOR_MS.reads, measure: ({ folder }) => measureReads(folder, keyCallers) },
  public_snapshots: { floor_ms: FLOOR_MS.reads, measure: ({ folder }) => measureReads(folder, publicCallers) },
}

export async function run(only: readonly string[] = Object.keys(ABUSES)): Promise<Outcome> {
  const fixture = await openFixture('fairness')
  try {
    const figures: Record<string, Figures> = {}
    for (const [name, { floor_ms, measure }] of Object.entries(ABUSES)) {
      if (only.includes(name)) figures[name] = compare(name, await measure(fixture), floor_ms)
    }
    return { figures: { ...figures, limit: LIMIT }, isMet: Object.values(figures).every(({ ratio }) => ratio <= LIMIT) }
  } finally {
    await fixture.close()
  }
}

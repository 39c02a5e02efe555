import type { Command } from 'commander'
import { findAccountUnscoped } from '../identity/accounts/index.ts'
import { ConfigError } from '../config.ts'
import { type DemoReport, fillDemo, readAccountContents, removeDemo } from '../demo/index.ts'
import { createEgress } from '../platform/egress/index.ts'
import { openHistory } from './history.ts'
import { type CliSession, print, withSession } from './session.ts'

interface DemoFlags {
  email: string
  reset?: boolean
  force?: boolean
  target?: string
  json?: boolean
}

type Outcome = { created: false } | (DemoReport & { created: true; took_seconds: number })

async function makeDemo({ config, postgres, vault }: CliSession, flags: DemoFlags): Promise<Outcome> {
  const began = performance.now()
  const account = await postgres.asRole('auth', (tx) => findAccountUnscoped(tx, { email: flags.email }))
  if (!account) throw new ConfigError(`There is no account ${flags.email}. "sitewatch user create" makes one.`)
  const user_id = account.id
  const { demo, others } = await postgres.asUser({ user_id, system: true }, readAccountContents)
  if (demo > 0 && !flags.reset) return { created: false }
  if (others > 0 && !flags.force) {
    throw new ConfigError(
      `${flags.email} has ${others} websites, monitors or providers of its own. Use an empty account, or --force to add the demo to them.`,
    )
  }
  const clickhouse = await openHistory({ config, postgres })
  try {
    if (demo > 0) await removeDemo({ postgres, clickhouse }, user_id)
    const egress = createEgress({
      allowPrivate: config.SITEWATCH_ALLOW_PRIVATE_TARGETS,
      own: { base_url: config.BASE_URL },
    })
    const parts = { config, postgres, clickhouse, vault, egress }
    const report = await fillDemo(parts, { user_id, now_ms: Date.now(), target: flags.target })
    return { created: true, ...report, took_seconds: Math.round((performance.now() - began) / 100) / 10 }
  } finally {
    await clickhouse.close()
  }
}

function describeOutcome(outcome: Outcome, { email, target }: DemoFlags): string {
  if (!outcome.created) return `${email} has the demo already. --reset makes it anew.`
  const { websites, monitors, incidents, events, checks, took_seconds } = outcome
  const state = target === undefined ? 'The monitors are paused: they send nothing.' : `The monitors look at ${target}.`
  return `Made ${websites} websites with ${events} events and ${monitors} monitors with ${checks} checks and ${incidents} incidents in ${took_seconds} s. ${state}`
}

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description(
      'Fill an empty account with two months that look real: websites, visitors, monitors, incidents, alerts. With the embedded ClickHouse the service must not run meanwhile',
    )
    .requiredOption('--email <address>', 'whose account')
    .option('--reset', "remove the demo's websites, monitors and providers first, and make them anew")
    .option('--force', 'also when the account has records of its own; they stay as they are')
    .option('--target <url>', 'let the http monitors check this address instead of being paused')
    .option('--json', 'print one line of JSON')
    .action(async (flags: DemoFlags) => {
      const outcome = await withSession((session) => makeDemo(session, flags))
      print(flags.json, outcome, describeOutcome(outcome, flags))
    })
}

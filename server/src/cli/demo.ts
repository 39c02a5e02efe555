import type { Command } from 'commander'
import { findAccountUnscoped } from '../identity/accounts/index.ts'
import { ConfigError } from '../config.ts'
import { type DemoReport, fillDemo, readTeamContents, removeDemo } from '../demo/index.ts'
import { createEgress } from '../platform/egress/index.ts'
import { openHistory } from './history.ts'
import type { CommandIo } from './io.ts'
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
  if (!account)
    throw new ConfigError(`No account has the address ${flags.email}. Create it with "sitewatch user create".`)
  // The personal team.
  const team_id = account.id
  const { demo, others } = await postgres.asUser({ team_id, system: true }, readTeamContents)
  if (demo > 0 && !flags.reset) return { created: false }
  if (others > 0 && !flags.force) {
    throw new ConfigError(
      `${flags.email} already has ${others} websites, monitors or providers. Use an empty account, or --force to add the demo data anyway.`,
    )
  }
  const clickhouse = await openHistory({ config, postgres })
  try {
    if (demo > 0) await removeDemo({ postgres, clickhouse }, team_id)
    const egress = createEgress({
      allowPrivate: config.SITEWATCH_ALLOW_PRIVATE_TARGETS,
      own: { base_url: config.BASE_URL },
    })
    const parts = { config, postgres, clickhouse, vault, egress }
    const report = await fillDemo(parts, { team_id, now_ms: Date.now(), target: flags.target })
    return { created: true, ...report, took_seconds: Math.round((performance.now() - began) / 100) / 10 }
  } finally {
    await clickhouse.close()
  }
}

function describeOutcome(outcome: Outcome, { email, target }: DemoFlags): string {
  if (!outcome.created) return `${email} already has demo data. Use --reset to create it again.`
  const { websites, monitors, incidents, events, checks, took_seconds } = outcome
  const state =
    target === undefined ? 'The monitors are paused: no requests are sent.' : `The monitors check ${target}.`
  return `Created ${websites} websites with ${events} events and ${monitors} monitors with ${checks} checks and ${incidents} incidents in ${took_seconds} s. ${state}`
}

export function addDemoCommand(program: Command, io: CommandIo): void {
  program
    .command('demo')
    .description(
      'Fill an empty account with two months of demo data: websites, visitors, monitors, incidents, alerts. With the embedded ClickHouse, stop the service first',
    )
    .requiredOption('--email <address>', 'e-mail address of the account')
    .option('--reset', 'delete existing demo data first')
    .option('--force', 'add demo data even if the account is not empty; existing records are kept')
    .option('--target <url>', 'URL for the http monitors to check; without it they are paused')
    .option('--json', 'print one line of JSON')
    .action(async (flags: DemoFlags) => {
      const outcome = await withSession(io, (session) => makeDemo(session, flags))
      print(io, flags.json, outcome, describeOutcome(outcome, flags))
    })
}

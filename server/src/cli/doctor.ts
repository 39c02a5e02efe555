import type { Command } from 'commander'
import pg from 'pg'
import { createVault } from '../identity/accounts/index.ts'
import { askAnchors, pingLoopback } from '../monitoring/checks/index.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { pendingMigrations } from '../platform/postgres/migrate.ts'
import { checkHistory } from './doctor/history-store.ts'
import { checkInbox } from './doctor/inbox.ts'
import type { Finding } from './doctor/finding.ts'
import { checkStatistics } from './doctor/statistics.ts'
import { print } from './session.ts'

async function checkPostgres(config: Config): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: config.DATABASE_URL, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    const asked = Date.now()
    const { rows } = await client.query<{ version: number; su: boolean; cr: boolean; now_ms: number }>(
      `select current_setting('server_version_num')::int as version, rolsuper as su, rolcreaterole as cr,
         (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
       from pg_roles where rolname = current_user`,
    )
    const [row] = rows
    const ahead_ms = (asked + Date.now()) / 2 - (row?.now_ms ?? asked)
    const pending = await pendingMigrations(client)
    return [
      {
        check: 'postgres',
        ok: (row?.version ?? 0) >= 150_000,
        says: `Postgres ${Math.floor((row?.version ?? 0) / 10_000)}; 15 or newer is needed.`,
      },
      {
        check: 'migrations',
        ok: pending.length === 0,
        says:
          pending.length === 0
            ? 'The schema is up to date.'
            : `Not applied: ${pending.join(', ')}. Run "sitewatch migrate".`,
      },
      checkClock(ahead_ms),
      ...(pending.length === 0
        ? [await checkSecret(client, config), await checkInbox(config), await checkStatistics(config)]
        : []),
      {
        check: 'postgres role',
        ok: true,
        says:
          row?.su || row?.cr
            ? 'DATABASE_URL may create roles: it is used to migrate and to provision the login that serves, not to serve.'
            : 'DATABASE_URL serves as it is.',
      },
    ]
  } catch (error) {
    return [{ check: 'postgres', ok: false, says: `Cannot connect: ${(error as Error).message}. Check DATABASE_URL.` }]
  } finally {
    await client.end()
  }
}

async function checkSecret(client: pg.Client, config: Config): Promise<Finding> {
  await client.query('set role sitewatch_auth')
  const { rows } = await client.query<{ data_key: Buffer }>('select data_key from sitewatch.users order by id limit 1')
  try {
    for (const { data_key } of rows) createVault(config).openDataKey(data_key)
    const says = rows.length === 0 ? 'There is no account yet.' : 'It opens what this database holds.'
    return { check: 'secret', ok: true, says }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { check: 'secret', ok: false, says: error.message }
  }
}

const CLOCK_LIMIT_MS = 2000

/** Checks go by Postgres's clock, so a difference breaks none of them; sessions, signatures and logs go by this machine's. */
function checkClock(ahead_ms: number): Finding {
  const seconds = (Math.abs(ahead_ms) / 1000).toFixed(1)
  return Math.abs(ahead_ms) <= CLOCK_LIMIT_MS
    ? { check: 'clock', ok: true, says: "This machine and Postgres's agree on the time." }
    : {
        check: 'clock',
        ok: false,
        says: `This machine's clock is ${seconds} s ${ahead_ms > 0 ? 'ahead of' : 'behind'} Postgres's. Set both by NTP.`,
      }
}

/** The same probe that a check makes when a target does not answer. */
async function checkPing(): Promise<Finding> {
  const says = {
    answered: 'fping works.',
    silent:
      'fping cannot ping this machine itself, so ping monitors stay unknown. It needs cap_net_raw: "setcap cap_net_raw+ep" on the file, and in a container NET_RAW without no-new-privileges. fping 5.2 and newer also work without.',
    not_installed: 'fping is not installed, so ping monitors stay unknown. Debian: apt-get install fping.',
  }
  const heard = await pingLoopback(4)
  return { check: 'ping', ok: heard === 'answered', says: says[heard] }
}

/** As a check asks when a target fails. */
async function checkAnchors({ SITEWATCH_ANCHORS }: Config): Promise<Finding> {
  const check = 'anchors'
  if (SITEWATCH_ANCHORS.length === 0) {
    return { check, ok: true, says: 'None are set: when this server is offline, every target is reported down.' }
  }
  const asked = await askAnchors(SITEWATCH_ANCHORS)
  const silent = asked.filter((each) => !each.is_reachable).map((each) => each.anchor)
  if (silent.length === 0) return { check, ok: true, says: 'All can be reached.' }
  const names = silent.join(', ')
  return silent.length < asked.length
    ? { check, ok: true, says: `Not reachable: ${names}. One that answers is enough.` }
    : {
        check,
        ok: false,
        says: `None can be reached (${names}), so no public target is ever reported down. Allow outgoing connections to one, or set SITEWATCH_ANCHORS.`,
      }
}

function checkMail(config: Config): Finding {
  return config.SMTP_URL === undefined
    ? { check: 'mail', ok: false, says: 'SMTP_URL is not set: no alerts, reports or password resets by mail.' }
    : { check: 'mail', ok: true, says: `Mail goes through ${new URL(config.SMTP_URL).host}.` }
}

function checkAddress(config: Config): Finding {
  return config.BASE_URL.startsWith('https:')
    ? { check: 'base url', ok: true, says: `Called ${config.BASE_URL}.` }
    : {
        check: 'base url',
        ok: true,
        says: `${config.BASE_URL} is plain http: sign-in cookies and keys travel unencrypted, and anybody on the network can take them. Put a TLS proxy in front for more than a home network.`,
      }
}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Look at the settings and what they name, and say what to mend. Exit code 1 when the service could not run',
    )
    .option('--json', 'print one line of JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(process.env)
      const findings = [
        ...(await checkPostgres(config)),
        await checkHistory(config),
        checkAddress(config),
        checkMail(config),
        await checkPing(),
        await checkAnchors(config),
      ]
      const needed = new Set(['postgres', 'migrations', 'secret', 'history store'])
      const healthy = findings.every((finding) => finding.ok || !needed.has(finding.check))
      const words = findings
        .map(({ check, ok, says }) => `${ok ? 'ok  ' : needed.has(check) ? 'BAD ' : 'note'}  ${check}: ${says}`)
        .join('\n')
      print(json, { healthy, findings }, words)
      process.exitCode = healthy ? 0 : 1
    })
}

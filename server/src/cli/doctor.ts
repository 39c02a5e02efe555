import type { Command } from 'commander'
import pg from 'pg'
import { createVault } from '../identity/accounts/index.ts'
import { askAnchors } from '../monitoring/checks/run/anchors.ts'
import { pickPingTool, PING_TOOLS } from '../monitoring/checks/run/ping-tool.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { pendingMigrations } from '../platform/postgres/migrate.ts'
import { checkHistory } from './doctor/history-store.ts'
import { checkInbox } from './doctor/inbox.ts'
import type { Finding } from './doctor/finding.ts'
import { checkStatistics } from './doctor/statistics.ts'
import { CommandExit, type CommandIo } from './io.ts'
import { print } from './session.ts'

async function checkPostgres(config: Config): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: config.DATABASE_URL, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    const sent_ms = Date.now()
    const { rows } = await client.query<{ version: number; su: boolean; cr: boolean; now_ms: number }>(
      `select current_setting('server_version_num')::int as version, rolsuper as su, rolcreaterole as cr,
         (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
       from pg_roles where rolname = current_user`,
    )
    const [row] = rows
    const ahead_ms = (sent_ms + Date.now()) / 2 - (row?.now_ms ?? sent_ms)
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
            : `Pending migrations: ${pending.join(', ')}. Run "sitewatch migrate".`,
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
            ? 'DATABASE_URL can create roles. It is used for migrations and to create the restricted login; requests use that login.'
            : 'DATABASE_URL is a restricted login and is used directly.',
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
    const says = rows.length === 0 ? 'No account exists yet.' : 'It decrypts the data in this database.'
    return { check: 'secret', ok: true, says }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { check: 'secret', ok: false, says: error.message }
  }
}

const CLOCK_LIMIT_MS = 2000

/** Checks use the clock of Postgres, so a difference does not affect them. Sessions, signatures and logs use the clock of this machine. */
function checkClock(ahead_ms: number): Finding {
  const seconds = (Math.abs(ahead_ms) / 1000).toFixed(1)
  return Math.abs(ahead_ms) <= CLOCK_LIMIT_MS
    ? { check: 'clock', ok: true, says: 'The clocks of this machine and Postgres agree.' }
    : {
        check: 'clock',
        ok: false,
        says: `The clock of this machine is ${seconds} s ${ahead_ms > 0 ? 'ahead of' : 'behind'} Postgres. Synchronize both with NTP.`,
      }
}

/** Picks the tool in the same way as a check does. */
async function checkPing(): Promise<Finding> {
  const tool = await pickPingTool(4, PING_TOOLS)
  return tool
    ? { check: 'ping', ok: true, says: `${tool.command} works.` }
    : {
        check: 'ping',
        ok: false,
        says: 'Neither fping nor ping can ping this machine, so ping monitors stay unknown. Install one (Debian: apt-get install iputils-ping), and open net.ipv4.ping_group_range or give it cap_net_raw.',
      }
}

/** Connects to the anchors in the same way as a check does when a target fails. */
async function checkAnchors({ SITEWATCH_ANCHORS }: Config): Promise<Finding> {
  const check = 'anchors'
  if (SITEWATCH_ANCHORS.length === 0) {
    return { check, ok: true, says: 'None are configured: when this server is offline, every target is reported down.' }
  }
  const results = await askAnchors(SITEWATCH_ANCHORS)
  const silent = results.filter((each) => !each.is_reachable).map((each) => each.anchor)
  if (silent.length === 0) return { check, ok: true, says: 'All are reachable.' }
  const names = silent.join(', ')
  return silent.length < results.length
    ? { check, ok: true, says: `Not reachable: ${names}. One reachable anchor is enough.` }
    : {
        check,
        ok: false,
        says: `None is reachable (${names}), so no public target is reported down. Allow outgoing connections to one, or set SITEWATCH_ANCHORS.`,
      }
}

function checkMail(config: Config): Finding {
  return config.SMTP_URL === undefined
    ? { check: 'mail', ok: false, says: 'SMTP_URL is not set: alerts, reports and password resets cannot be e-mailed.' }
    : { check: 'mail', ok: true, says: `E-mail is sent through ${new URL(config.SMTP_URL).host}.` }
}

function checkAddress(config: Config): Finding {
  return config.BASE_URL.startsWith('https:')
    ? { check: 'base url', ok: true, says: `BASE_URL is ${config.BASE_URL}.` }
    : {
        check: 'base url',
        ok: true,
        says: `${config.BASE_URL} uses plain http: session cookies and API keys are sent unencrypted, and anyone on the network can read them. Outside a home network, put a TLS proxy in front.`,
      }
}

export function addDoctorCommand(program: Command, io: CommandIo): void {
  program
    .command('doctor')
    .description('Check the configuration and everything it depends on. Exit code 1 if the service cannot run')
    .option('--json', 'print one line of JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(io.env)
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
      const text = findings
        .map(({ check, ok, says }) => `${ok ? 'ok  ' : needed.has(check) ? 'FAIL' : 'warn'}  ${check}: ${says}`)
        .join('\n')
      print(io, json, { healthy, findings }, text)
      if (!healthy) throw new CommandExit(1)
    })
}

import {
  findSessionActorUnscoped,
  isKnownNetworkUnscoped,
  mountAddressVerification,
  mountEmailChange,
  mountSignInLink,
  serveAccounts,
  serveAdministration,
  servePasskeys,
  serveSignOut,
  setupCode,
  countUsersUnscoped,
  touchSessionsUnscoped,
} from '../identity/accounts/index.ts'
import { getUnobservedSince, serveChecks } from '../monitoring/checks/index.ts'
import { type Actor, createAuthenticator, type CredentialStore } from '../http/auth.ts'
import { sessionCookie } from '../http/cookie.ts'
import { mountPings, openPingReceiver, type PingReceiver, serveHeartbeats } from '../monitoring/heartbeats/index.ts'
import { limitByNetwork, limitSignInsByNetwork } from '../http/limit-by-network.ts'
import { createBucket, createBuckets } from '../http/rate-limit.ts'
import { createSharedBucket } from '../http/shared-bucket.ts'
import { type SignInLimits, SITE_FACTOR } from '../http/sign-in-limit.ts'
import type { Served } from '../http/serve.ts'
import { type HttpParts, type HttpServer, mountRoutes } from '../http/server.ts'
import { serveDeploys } from '../monitoring/deploys/index.ts'
import { serveIncidents } from '../monitoring/incidents/index.ts'
import { serveAuditLog } from '../identity/audit-log/index.ts'
import { mountSingleSignOn, serveIdentities } from '../identity/sso/index.ts'
import { serveTeams } from '../identity/teams/index.ts'
import { findKeyActorUnscoped, isKeyToken, serveKeys, touchKeysUnscoped } from '../identity/keys/index.ts'
import { serveLive } from '../live/index.ts'
import { mountMcp } from '../mcp/index.ts'
import { serveEscalation } from '../alerting/escalation/index.ts'
import { mountOnCallCalendar, serveOnCall } from '../alerting/on-call/index.ts'
import { serveMaintenance } from '../monitoring/maintenance/index.ts'
import { serveMonitorImports } from '../monitoring/monitor-imports/index.ts'
import { serveMonitors } from '../monitoring/monitors/index.ts'
import { listOutages, readUptimeReport, readUptimeTimeline } from '../monitoring/website-uptime/index.ts'
import {
  mountAcknowledgement,
  mountConfirmation,
  serveDeliveries,
  serveNotifications,
} from '../alerting/notifications/index.ts'
import { serveAssignmentRules } from '../alerting/assignment-rules/index.ts'
import { serveConfig } from '../team/config-as-code/index.ts'
import { serveProposals } from '../insights/proposals/index.ts'
import { serveOverview } from '../team/overview/index.ts'
import { serveMetrics } from '../team/prometheus/index.ts'
import { serveSilentOutages } from '../insights/silent-outages/index.ts'
import { serveTags } from '../team/tags/index.ts'
import { serveObjectives } from '../insights/objectives/index.ts'
import { mountUptimeUnsubscribe, serveUptimeReports } from '../team/uptime-reports/index.ts'
import { mountPages } from '../web/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Postgres } from '../platform/postgres/index.ts'
import { serveAnnotations } from '../analytics/annotations/index.ts'
import { mountPublicPages } from '../analytics/public-stats/index.ts'
import { mountUnsubscribe, serveReports } from '../analytics/reports/index.ts'
import { serveImports } from '../analytics/imports/index.ts'
import { serveStats } from '../analytics/stats/index.ts'
import { serveStatusPageIncidents } from '../alerting/status-page-incidents/index.ts'
import { mountStatusPages, serveStatusPages } from '../alerting/status-pages/index.ts'
import { serveWebsites } from '../analytics/websites/index.ts'
import { serveCollectApi, stopCollector } from './collector.ts'
import type { ProcessParts } from './parts.ts'
import { serveRemoteProbers } from './remote-probers.ts'
import { type Running, whenMigrated } from './when-migrated.ts'

/** Every route of the contract with its handler. */
export function serveApi(parts: ProcessParts): Served[] {
  const served = serveRecords(parts)
  return [...served, ...serveConfig(served), ...serveLive(parts)]
}

/** The routes of each feature by itself. */
function serveRecords(parts: ProcessParts): Served[] {
  const { config, vault, egress } = parts
  const monitors = {
    rules: { min_interval_seconds: config.SITEWATCH_MIN_INTERVAL_SECONDS, egress },
    vault,
    base_url: config.BASE_URL,
    quota: config.SITEWATCH_MAX_MONITORS_PER_TEAM,
  }
  return [
    ...serveAccounts(parts),
    ...servePasskeys(parts),
    ...serveSignOut(parts),
    ...serveIdentities(parts),
    ...serveAdministration(config),
    ...serveKeys(config),
    ...serveTeams(parts),
    ...serveAuditLog(parts),
    ...serveWebsites(config),
    ...serveCollectApi(parts),
    ...serveStats({ ...parts, clock: systemClock, listOutages }),
    ...serveAnnotations(),
    ...serveImports(),
    ...serveReports({ ...parts, clock: systemClock, readUptimeReport }),
    ...serveMonitors(monitors),
    ...serveMonitorImports(monitors),
    ...serveHeartbeats(),
    ...serveChecks({ ...parts, clock: systemClock }),
    ...serveIncidents(getUnobservedSince),
    ...serveDeploys({ clock: systemClock }),
    ...serveNotifications({
      config,
      vault,
      egress,
      quota: config.SITEWATCH_MAX_PROVIDERS_PER_TEAM,
      gateways: parts,
    }),
    ...serveAssignmentRules(),
    ...serveDeliveries({ config }),
    ...serveEscalation(),
    ...serveOnCall({ vault, base_url: config.BASE_URL, clock: systemClock }),
    ...serveMaintenance(),
    ...serveStatusPages(config),
    ...serveStatusPageIncidents(config),
    ...serveTags(),
    ...serveUptimeReports({ ...parts, clock: systemClock }),
    ...serveSilentOutages({ ...parts, clock: systemClock }),
    ...serveObjectives({ ...parts, clock: systemClock }),
    ...serveProposals({
      ...parts,
      clock: systemClock,
      min_interval_seconds: config.SITEWATCH_MIN_INTERVAL_SECONDS,
    }),
    ...serveOverview({ ...parts, clock: systemClock }),
    ...serveMetrics({ ...parts, clock: systemClock }),
  ]
}

const TOUCH_MS = 15_000

/** "Last used" is coarse on purpose: one update for all credentials used since the last one, instead of one for each request. */
function createCredentialStore(
  postgres: Postgres,
  onError: (error: unknown) => void,
): CredentialStore & { flush(): Promise<void>; stop(): void } {
  const used = { key: new Set<number>(), session: new Set<number>() }
  const flush = async (): Promise<void> => {
    const keys = [...used.key]
    const sessions = [...used.session]
    used.key.clear()
    used.session.clear()
    if (keys.length + sessions.length === 0) return
    await postgres.asRole('auth', async (tx) => {
      if (keys.length > 0) await touchKeysUnscoped(tx, keys)
      if (sessions.length > 0) await touchSessionsUnscoped(tx, sessions)
    })
  }
  const timer = setInterval(() => void flush().catch(onError), TOUCH_MS)
  timer.unref()
  return {
    find: async (credential) => {
      // A token that was never a key is refused without a query.
      if (credential.kind === 'key' && !isKeyToken(credential.token)) return null
      return postgres.asRole(
        'auth',
        (tx): Promise<Actor | null> =>
          credential.kind === 'key' ? findKeyActorUnscoped(tx, credential) : findSessionActorUnscoped(tx, credential),
        { readOnly: true },
      )
    },
    touch: (actor) => void used[actor.kind].add(actor.credential_id),
    flush,
    stop: () => clearInterval(timer),
  }
}

/** The URLs that jobs call. Pings are accepted once the schema is migrated. */
function servePings(
  { config, postgres, log }: ProcessParts,
  server: HttpServer,
  http: HttpParts,
): { open(): PingReceiver } {
  const per_minute = config.SITEWATCH_RATE_LIMIT_PER_MINUTE
  let receiver: PingReceiver | undefined
  mountPings(server, {
    receiver: () => receiver,
    readAddress: http.readAddress,
    perToken: createBucket('heartbeat', per_minute, 60),
    unknown: createBucket('unknown_heartbeat', Math.max(1, Math.floor(per_minute / 5)), 60),
  })
  const isOpen = (): boolean => server.app.server.listening && !server.isDraining()
  return { open: () => (receiver = openPingReceiver(postgres, { log, isOpen })) }
}

/** Pages behind a secret link, for people who need not be signed in. */
function mountLinkedPages(server: HttpServer, linked: Parameters<typeof mountConfirmation>[1]): void {
  mountConfirmation(server, linked)
  mountAcknowledgement(server, linked)
  mountOnCallCalendar(server, { ...linked, clock: systemClock })
  mountAddressVerification(server, linked)
  mountEmailChange(server, linked)
  mountUnsubscribe(server, linked)
  mountUptimeUnsubscribe(server, linked)
}

function createSignInLimits({ config, postgres }: ProcessParts): SignInLimits {
  const perMinute = config.SITEWATCH_RATE_SIGNIN_PER_MINUTE
  return {
    address: createSharedBucket(postgres, 'sign_in_address', perMinute, 60),
    site: createSharedBucket(postgres, 'sign_in_site', perMinute * SITE_FACTOR, 60),
    account: createSharedBucket(postgres, 'sign_in_account', perMinute, 60),
    isKnownNetwork: (email, network) =>
      postgres.asRole('auth', (tx) => isKnownNetworkUnscoped(tx, email, network), { readOnly: true }),
  }
}

export async function startApi(parts: ProcessParts, server: HttpServer, http: HttpParts): Promise<Running> {
  const { config, postgres, log } = parts
  const credentials = createCredentialStore(postgres, (error) =>
    log.warn({ err: error }, 'updating the last use of keys and sessions failed'),
  )
  const pipeline = {
    postgres,
    authenticator: createAuthenticator(credentials),
    buckets: createBuckets({
      per_minute: config.SITEWATCH_RATE_LIMIT_PER_MINUTE,
      keys_per_hour: config.SITEWATCH_RATE_KEYS_PER_HOUR,
      tests_per_hour: config.SITEWATCH_RATE_TESTS_PER_HOUR,
    }),
    signIn: createSignInLimits(parts),
    cookie_name: sessionCookie(config.BASE_URL).name,
    origin: new URL(config.BASE_URL).origin,
  }
  const routes = serveApi(parts)
  mountRoutes(server, http, pipeline, routes)
  mountMcp({ server, http, pipeline }, routes)
  mountPages(server, parts)
  mountPublicPages(server, http, { ...parts, ...pipeline, clock: systemClock, readUptimeTimeline })
  mountStatusPages(server, {
    ...parts,
    ...pipeline,
    hasMailer: parts.mailer !== null,
    readAddress: http.readAddress,
  })
  const limitStrangers = limitByNetwork(http.readAddress, pipeline.buckets.anonymous)
  mountLinkedPages(server, { config, postgres, limit: limitStrangers, readAddress: http.readAddress })
  const { readAddress } = http
  const limitSignIns = limitSignInsByNetwork(readAddress, pipeline.signIn)
  mountSignInLink(server, { config, postgres, readAddress, limit: limitSignIns })
  mountSingleSignOn(server, { ...parts, readAddress, limit: limitStrangers, limitSignIns })
  const remote = serveRemoteProbers(parts, server, limitStrangers)
  const pings = servePings(parts, server, http)
  return whenMigrated(parts, async () => {
    const receiver = pings.open()
    if ((await postgres.asRole('auth', countUsersUnscoped)) === 0) {
      log.warn(
        `No account yet. Open ${config.BASE_URL} and create the first one with this set-up code: ${setupCode(config)} (or run "sitewatch user create")`,
      )
    }
    return {
      async stop() {
        credentials.stop()
        await credentials.flush()
        await remote.stop()
        await receiver.stop()
        await stopCollector(parts)
      },
    }
  })
}

import { DAY_MS } from '@sitewatch/contract/durations'
import type { Config } from '../../config.ts'
import { makeAcknowledgeUrl } from './acknowledge-link.ts'
import type { Alert, AlertFacts } from './message.ts'
import type { PendingRow } from './pending.ts'
import type { OpenedProvider } from './store.ts'

const MAX_EVIDENCE_LENGTH = 300

/** For HTTP, the status, the server's name and the start of the body; otherwise the text or the facts. */
function describeEvidence({ status, headers, body }: NonNullable<PendingRow['evidence']>): string {
  const text = body.replaceAll(/\s+/g, ' ').trim()
  const facts = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (status === null) return (text || facts.join(', ')).slice(0, MAX_EVIDENCE_LENGTH)
  const server = headers['server'] === undefined ? '' : ` from ${headers['server']}`
  return `${status}${server}${text === '' ? '' : `: ${text}`}`.slice(0, MAX_EVIDENCE_LENGTH)
}

const describeExpiry = (expires_at: string, domain: string | null, now: number): AlertFacts['expiry'] => ({
  domain,
  expires_at,
  days_left: Math.max(0, Math.ceil((Date.parse(expires_at) - now) / DAY_MS)),
})

interface MessageContext {
  config: Pick<Config, 'BASE_URL' | 'SITEWATCH_SECRET'>
  provider: Pick<OpenedProvider, 'id' | 'team_id'>
  now: number
}

const ACKNOWLEDGEABLE: readonly PendingRow['kind'][] = ['opened', 'reminder', 'escalation']

function linkOf({ incident_id, monitor_id, burn }: PendingRow, base_url: string): string {
  if (incident_id !== null) return `${base_url}/incidents/${incident_id}`
  return burn ? `${base_url}/objectives/${burn.objective_id}` : `${base_url}/monitors/${monitor_id}`
}

function describeAlert(row: PendingRow, { config, provider, now }: MessageContext): AlertFacts {
  const base_url = config.BASE_URL
  const end = row.resolved_at === null ? now : Date.parse(row.resolved_at)
  return {
    incident_id: row.incident_id,
    monitor_id: row.monitor_id,
    monitor_name: row.monitor_name,
    monitor_url: row.monitor_url,
    cause: { kind: row.cause_kind, http_status: row.cause_http_status, message: row.cause_message },
    started_at: row.started_at,
    resolved_at: row.resolved_at,
    duration_seconds: Math.max(0, Math.round((end - Date.parse(row.started_at)) / 1000)),
    resolution: row.resolution,
    evidence: row.evidence && describeEvidence(row.evidence),
    visitors_lost: row.impact?.visitors_lost ?? null,
    visitors_lost_low: row.impact?.visitors_lost_low ?? null,
    visitors_lost_high: row.impact?.visitors_lost_high ?? null,
    second_opinion: row.second_opinion,
    goals_lost: (row.impact?.goals ?? []).map(({ name, lost, low, high }) => ({ name, lost, low, high })),
    revenue_lost: row.impact?.revenue ?? [],
    dependents_count: row.dependents_count,
    suppressed_by: row.suppressed_by,
    deploy: row.deploy,
    link: linkOf(row, base_url),
    acknowledge_url:
      row.incident_id !== null && ACKNOWLEDGEABLE.includes(row.kind)
        ? makeAcknowledgeUrl(
            config,
            { team_id: provider.team_id, incident_id: row.incident_id, provider_id: provider.id },
            now,
          )
        : null,
    acknowledged:
      row.acknowledged_at === null
        ? null
        : { by: row.acknowledged_by, at: row.acknowledged_at, note: row.acknowledgement_note },
    expiry: row.expires_at === null ? null : describeExpiry(row.expires_at, row.domain, now),
    escalation: row.escalation,
    burn: row.burn,
    slow: row.p95_ms === null || row.slow_ms === null ? null : { p95_ms: row.p95_ms, slow_ms: row.slow_ms },
    traffic: row.traffic && row.website_id !== null ? { website_id: row.website_id, ...row.traffic } : null,
  }
}

export function describeMessage(
  rows: readonly PendingRow[],
  list: 'storm' | 'late' | null,
  context: MessageContext,
): Alert {
  const possible_repeat = rows.some((row) => row.possible_repeat || row.attempt_started_at !== null)
  const entries = rows.map((row) => ({ kind: row.kind, alert: describeAlert(row, context) }))
  const [only] = entries
  if (list !== null || !only)
    return {
      kind: 'list',
      why: list ?? 'late',
      entries,
      link: `${context.config.BASE_URL}/incidents`,
      possible_repeat,
    }
  return { kind: only.kind, alert: only.alert, possible_repeat }
}

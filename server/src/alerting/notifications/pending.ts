import type { Impact, JudgedTraffic, SecondOpinion } from '@sitewatch/contract'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import type { AlertFacts } from './message.ts'
import type { Pending } from './plan.ts'

/** A pending delivery with everything that its message says. */
export interface PendingRow extends Omit<Pending, 'created_at' | 'horizon_from'> {
  created_at: string
  horizon_from: string
  possible_repeat: boolean
  incident_id: number | null
  expires_at: string | null
  domain: string | null
  p95_ms: number | null
  slow_ms: number | null
  burn: AlertFacts['burn']
  held_until: string | null
  tags: string[]
  is_over: boolean
  was_told: boolean
  was_escalated: boolean
  escalation: { policy_name: string; step: number; steps_count: number } | null
  monitor_id: number | null
  monitor_name: string
  monitor_url: string
  website_id: number | null
  traffic: JudgedTraffic | null
  cause_kind: string
  cause_http_status: number | null
  cause_message: string
  started_at: string
  resolved_at: string | null
  resolution: string | null
  acknowledged_at: string | null
  acknowledged_by: string | null
  acknowledgement_note: string | null
  evidence: { status: number | null; headers: Record<string, string>; body: string } | null
  impact: Partial<
    Pick<Impact, 'visitors_lost' | 'visitors_lost_low' | 'visitors_lost_high' | 'goals' | 'revenue'>
  > | null
  second_opinion: SecondOpinion | null
  dependents_count: number
  suppressed_by: string | null
  deploy: { version: string; environment: string; seconds_before: number } | null
}

const MAX_ROWS = 500
/** A deploy that was made longer before the first failed check is not in the message; the incident lists it for an hour. */
const DEPLOY_MINUTES_BEFORE = 30

/** Deliveries that quiet hours hold come last, so that they do not displace others from the limit. */
export const readPending = (tx: RoleTx<'worker'>, provider_id: number, now: number): Promise<PendingRow[]> =>
  tx.query(sql<PendingRow>`
    select d.id, d.kind, d.incident_id, d.attempts, d.created_at, d.horizon_from, d.attempt_started_at, d.possible_repeat,
      d.monitor_id, coalesce(m.friendly_name, w.domain) as monitor_name, coalesce(m.url, 'https://' || w.domain || '/') as monitor_url,
      i.website_id, i.traffic, coalesce(i.cause_kind, '') as cause_kind, i.cause_http_status,
      coalesce(i.cause_message, '') as cause_message, coalesce(i.started_at, d.created_at) as started_at, i.resolved_at, i.resolution,
      d.held_until, coalesce(m.tags, w.tags) as tags, coalesce(i.resolved_at, i.acknowledged_at) is not null as is_over,
      exists (select from deliveries s where s.team_id = d.team_id and s.incident_id = d.incident_id and s.provider_id = d.provider_id
        and s.status = 'sent') as was_told,
      exists (select from deliveries s where s.team_id = d.team_id and s.incident_id = d.incident_id and s.provider_id = d.provider_id
        and s.kind = 'escalation' and s.status = 'sent') as was_escalated,
      (select json_build_object('policy_name', e.policy_name, 'step', x.step, 'steps_count', jsonb_array_length(e.plan -> 'steps'))
        from escalation_messages x join escalations e on e.team_id = x.team_id and e.incident_id = x.incident_id
        where x.team_id = d.team_id and x.incident_id = d.incident_id and x.position = d.sequence and d.kind = 'escalation') as escalation,
      i.acknowledged_at, i.acknowledged_by, i.acknowledgement_note, i.evidence, i.impact, i.second_opinion, n.expires_at, n.domain, n.p95_ms, n.slow_ms,
      (select json_build_object('objective_id', o.id, 'objective_name', o.name, 'target', o.target, 'window_days', o.window_days,
          'measure', o.measure, 'burn_rate', a.burn_rate, 'lookback_seconds', a.lookback_seconds, 'budget_left_percent', a.budget_left_percent)
        from objective_alerts a join objectives o on o.team_id = a.team_id and o.id = a.objective_id
        where a.team_id = n.team_id and a.id = n.objective_alert_id) as burn,
      case when d.kind in ('opened', 'reminder', 'escalation') then count_dependents(d.team_id, d.monitor_id) else 0 end as dependents_count,
      (select p.friendly_name from monitors p where p.team_id = i.team_id and p.id = i.suppressed_by_id) as suppressed_by,
      case when d.kind in ('opened', 'reminder', 'escalation') then (
        select json_build_object('version', x.version, 'environment', x.environment,
          'seconds_before', round(extract(epoch from i.started_at - x.deployed_at))::int)
        from deploys x where x.team_id = d.team_id and x.deployed_at <= i.started_at
          and x.deployed_at > i.started_at - make_interval(mins => ${DEPLOY_MINUTES_BEFORE})
          and (deploy_concerns_monitor(x, d.monitor_id) or deploy_concerns_website(x, i.website_id))
        order by x.deployed_at desc, x.id desc limit 1) end as deploy
    from deliveries d left join incidents i on i.id = d.incident_id and i.team_id = d.team_id
      left join notices n on n.id = d.notice_id and n.team_id = d.team_id
      left join monitors m on m.id = d.monitor_id and m.team_id = d.team_id
      left join websites w on w.id = i.website_id and w.team_id = i.team_id
    where d.provider_id = ${provider_id} and d.status = 'pending'
    order by coalesce(d.held_until > ${new Date(now)}, false), d.id limit ${MAX_ROWS} for update of d`)

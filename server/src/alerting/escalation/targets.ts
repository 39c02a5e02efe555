import type { EscalationTarget, OnCallMember } from '@sitewatch/contract'
import type { EscalationPlan } from './plan.ts'

/** Facts about the targets of a step when it is due. Deleted providers and schedules are missing. */
export interface TargetFacts {
  providers: ReadonlyMap<number, { name: string; is_confirmed: boolean }>
  /** With the member on call now. */
  schedules: ReadonlyMap<number, { name: string; member: OnCallMember | null }>
  /** Providers whose assignment to the monitor somebody disabled: they get nothing about it. */
  disabled: ReadonlySet<number>
  /** Providers that the alert itself has just been sent to. */
  alerted: ReadonlySet<number>
}

const NO_SCHEDULE = { on_call_schedule_id: null, on_call_schedule_name: null, member: null }
const NO_PROVIDER = { provider_id: null, provider_name: null }

type Source = Pick<EscalationTarget, 'on_call_schedule_id' | 'on_call_schedule_name' | 'member'>

/** The outcome for each target of a step. Those with the outcome `sent` get a message, each provider once. */
export function resolveTargets(step: EscalationPlan['steps'][number], facts: TargetFacts): EscalationTarget[] {
  const notified = new Set(facts.alerted)
  const resolveProvider = (provider_id: number, source: Source): EscalationTarget => {
    const provider = facts.providers.get(provider_id)
    const target = { provider_id, provider_name: provider?.name ?? null, ...source }
    if (!provider) return { ...target, outcome: 'provider_deleted' }
    if (facts.disabled.has(provider_id)) return { ...target, outcome: 'assignment_disabled' }
    if (!provider.is_confirmed) return { ...target, outcome: 'not_confirmed' }
    if (notified.has(provider_id)) return { ...target, outcome: 'already_alerted' }
    notified.add(provider_id)
    return { ...target, outcome: 'sent' }
  }
  const resolveSchedule = (on_call_schedule_id: number): EscalationTarget[] => {
    const schedule = facts.schedules.get(on_call_schedule_id)
    const member = schedule?.member ?? null
    const source = {
      on_call_schedule_id,
      on_call_schedule_name: schedule?.name ?? null,
      member: member?.name ?? null,
    }
    if (!schedule) return [{ ...NO_PROVIDER, ...source, outcome: 'schedule_deleted' }]
    if (!member) return [{ ...NO_PROVIDER, ...source, outcome: 'nobody_on_call' }]
    if (member.provider_ids.length === 0) return [{ ...NO_PROVIDER, ...source, outcome: 'no_provider' }]
    return member.provider_ids.map((id) => resolveProvider(id, source))
  }
  return [
    ...step.provider_ids.map((id) => resolveProvider(id, NO_SCHEDULE)),
    ...step.on_call_schedule_ids.flatMap((id) => resolveSchedule(id)),
  ]
}

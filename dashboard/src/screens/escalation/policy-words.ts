import { plural, t } from '@lingui/core/macro'
import type { EscalationPolicy } from '@sitewatch/sdk'
import { formatDuration } from '../../platform/format.ts'
import { planTimeline } from './plan-timeline.ts'
import type { NameTargets } from './targets.ts'

export type PolicyPlan = Pick<EscalationPolicy, 'steps' | 'repeats' | 'repeat_minutes'>

export const formatMinutes = (minutes: number): string => formatDuration(minutes * 60)

/** "Immediately" or "After 5 min", counted from the alert. */
const describeMoment = (minutes: number): string =>
  minutes === 0 ? t`Immediately` : t`After ${formatMinutes(minutes)}`

function describeRepeats({ repeats, repeat_minutes }: PolicyPlan['steps'][number]): string {
  const every = formatMinutes(repeat_minutes)
  return t`${plural(repeats, { one: `repeated once after ${every}`, other: `repeated # times, every ${every}` })}`
}

/** Null if the policy does not start over. */
function describeStartOver({ repeats, repeat_minutes }: PolicyPlan): string | null {
  if (!(repeats > 0)) return null
  const wait = formatMinutes(repeat_minutes)
  return t`${plural(repeats, { one: `Starts over once, ${wait} after the last message`, other: `Starts over # times, ${wait} after the last message` })}`
}

/** The plan as text, with one phrase per step: "After 5 min: Operations (on call)". */
export function describePlan(plan: PolicyPlan, nameTargets: NameTargets): string[] {
  const phrases = planTimeline(plan)
    .filter(({ repeat }) => repeat === 0)
    .map(({ step, at_minutes }) => {
      const moment = describeMoment(at_minutes)
      const names = nameTargets(step).join(', ') || t`nobody yet`
      const first = t`${moment}: ${names}`
      return step.repeats > 0 ? `${first} (${describeRepeats(step)})` : first
    })
  const end = describeStartOver(plan)
  return end === null ? phrases : [...phrases, end]
}

import { t } from '@lingui/core/macro'
import type { NameTargets } from './targets.ts'
import { planTimeline } from './plan-timeline.ts'
import { describePlan, formatMinutes, type PolicyPlan } from './policy-words.ts'

interface PolicyTimelineProps {
  plan: PolicyPlan
  nameTargets: NameTargets
}

/** More dots would be too many to count. */
const MAX_DRAWN = 24

/** The plan as text and as a line with a dot for each message: a number for a new step, a ring for a repeat. */
export function PolicyTimeline({ plan, nameTargets }: PolicyTimelineProps) {
  const messages = planTimeline(plan)
  const drawn = messages.slice(0, MAX_DRAWN)
  return (
    <div className="grid gap-4">
      <p className="wrap-anywhere">{describePlan(plan, nameTargets).join(' · ')}</p>
      {/* Hidden from screen readers: the text above says the same. */}
      <ol aria-hidden className="flex flex-wrap gap-y-3 text-sm">
        <Dot wait={0} label={t`Alert`} mark="!" />
        {drawn.map(({ number, repeat, wait_minutes, at_minutes }) => (
          <Dot
            key={`${number} ${repeat}`}
            wait={wait_minutes}
            label={formatMinutes(at_minutes)}
            mark={repeat === 0 ? String(number) : ''}
          />
        ))}
        {messages.length > drawn.length && <Dot wait={1} label="" mark="…" />}
        {plan.repeats > 0 && <Dot wait={plan.repeat_minutes} label={`× ${plan.repeats}`} mark="↻" />}
      </ol>
    </div>
  )
}

/** The line before the dot is as long as the wait, and long enough to be seen. */
function Dot({ wait, label, mark }: { wait: number; label: string; mark: string }) {
  const isFirst = mark === '!'
  return (
    <li
      style={{ flexGrow: Number.isFinite(wait) ? wait : 0 }}
      className={`grid content-start justify-items-end gap-1 ${isFirst ? '' : 'min-w-16'}`}
    >
      <span className="flex h-6 w-full items-center">
        <span className={`flex-1 border-t ${isFirst ? 'border-transparent' : 'border-line-strong'}`} />
        {mark === '' ? (
          <span className="mx-1 size-3 rounded-full border-2 border-ink" />
        ) : (
          <span
            className={`figures grid size-6 place-items-center rounded-full border ${isFirst || mark === '↻' || mark === '…' ? 'border-line-strong text-ink' : 'border-ink bg-ink text-paper'}`}
          >
            {mark}
          </span>
        )}
      </span>
      <span className="figures whitespace-nowrap text-soft">{label}</span>
    </li>
  )
}

import { type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Escalation } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Message = Escalation['messages'][number]
type Target = Message['targets'][number]

const REASONS: Record<Exclude<Target['outcome'], 'sent'>, MessageDescriptor> = {
  already_alerted: msg`already alerted`,
  assignment_disabled: msg`disabled or removed for this monitor`,
  not_confirmed: msg`not confirmed by its recipient`,
  provider_deleted: msg`the provider was deleted`,
  nobody_on_call: msg`nobody is on call`,
  no_provider: msg`no provider reaches this person`,
  schedule_deleted: msg`the schedule was deleted`,
}

/** "Sam (Operations) by On-call phone", of which any part can be missing. */
function nameTarget({ provider_name, on_call_schedule_name: schedule, member }: Target): string {
  const provider = provider_name ?? t`a deleted provider`
  if (schedule === null) return provider
  if (member === null) return t`${schedule} (on call)`
  return provider_name === null ? t`${member} (${schedule})` : t`${member} (${schedule}) by ${provider}`
}

function describeTarget(target: Target): string {
  const name = nameTarget(target)
  if (target.outcome === 'sent') return t`Sent to ${name}.`
  const reason = t(REASONS[target.outcome])
  return t`Skipped ${name}: ${reason}.`
}

function MessageEntry({ message, escalation }: { message: Message; escalation: Escalation }) {
  const { step, round, repeat } = message
  const { steps_count } = escalation
  return (
    <>
      <span className="font-medium">
        {t`Escalation step ${step} of ${steps_count}`}
        {repeat > 0 && t`, repeat ${repeat}`}
        {round > 1 && t`, round ${round}`}
      </span>
      {message.targets.length === 0 && (
        <span className="block text-soft">{t`This step has no providers or on-call schedules.`}</span>
      )}
      {message.targets.map((target, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- targets have no id
        <span key={index} className={`block ${target.outcome === 'sent' ? '' : 'text-soft'}`}>
          {describeTarget(target)}
        </span>
      ))}
    </>
  )
}

function PolicyName({ escalation: { policy_id, policy_name } }: { escalation: Escalation }) {
  if (policy_id === null) return policy_name
  return (
    <Link to="/notifications/escalation/$policyId" params={{ policyId: String(policy_id) }} className="link">
      {policy_name}
    </Link>
  )
}

interface Entry {
  key: string
  at: string
  text: ReactNode
}

function listEnd({ status, next, messages, created_at }: Escalation): Entry[] {
  const last_at = messages.at(-1)?.at ?? created_at
  if (status === 'held' && next)
    return [{ key: 'escalation-next', at: next.at, text: t`Next: escalation step ${next.step}, after maintenance.` }]
  if (next) {
    const text = t`Next: escalation step ${next.step}, unless somebody acknowledges the incident.`
    return [{ key: 'escalation-next', at: next.at, text }]
  }
  if (status === 'finished')
    return [{ key: 'escalation-end', at: last_at, text: t`That was the last step of the escalation policy.` }]
  if (status === 'policy_deleted')
    return [
      { key: 'escalation-end', at: last_at, text: t`The escalation policy was deleted. No further step is sent.` },
    ]
  return []
}

/** The entries of the escalation in the timeline of an incident: each message with its targets, and what comes next. */
export const listEscalation = (escalation: Escalation): Entry[] => [
  {
    key: 'escalation-start',
    at: escalation.created_at,
    text: (
      <Trans>
        The escalation policy <PolicyName escalation={escalation} /> started.
      </Trans>
    ),
  },
  ...escalation.messages.map((message) => ({
    key: `escalation-${message.round}-${message.step}-${message.repeat}`,
    at: message.at,
    text: <MessageEntry message={message} escalation={escalation} />,
  })),
  ...listEnd(escalation),
]

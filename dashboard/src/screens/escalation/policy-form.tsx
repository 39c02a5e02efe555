import { t } from '@lingui/core/macro'
import type { EscalationPoliciesCreateInput, EscalationPolicy } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass, Checkbox, Field, Form, Submit } from '../../ui/index.ts'
import { RowList } from '../../ui/row-list.tsx'
import { readTags } from '../../parts/tags/tags-field.tsx'
import { draftPolicy, makeStep, type PolicyDraft, readPlan } from './draft.ts'
import { PolicyTimeline } from './policy-timeline.tsx'
import { StepFields } from './step-fields.tsx'
import { useTargetNames } from './targets.ts'

interface PolicyFormProps {
  stored?: EscalationPolicy
  action: string
  save: (input: EscalationPoliciesCreateInput) => Promise<unknown>
}

const MAX_STEPS = 10

export function PolicyForm({ stored, action, save }: PolicyFormProps) {
  const [draft, setDraft] = useState(() => draftPolicy(stored))
  const nameTargets = useTargetNames()
  const plan = readPlan(draft)
  return (
    <Form
      label={action}
      submit={(values) =>
        save({
          name: values.text('name'),
          ...plan,
          is_default: values.checked('is_default'),
          tags: readTags(values),
        })
      }
      className="grid max-w-xl gap-6"
    >
      <Field name="name" label={t`Name`} defaultValue={stored?.name ?? ''} autoComplete="off" />
      <RowList
        legend={t`Steps`}
        hint={t`The alert itself goes to the providers of the monitor at once. The steps follow until somebody acknowledges the incident or it resolves.`}
        rows={draft.steps}
        onChange={(steps) => setDraft({ ...draft, steps })}
        nameOf={(_, index) => t`Step ${index + 1}`}
        add={t`Add step`}
        make={makeStep}
        isOrdered
        least={1}
        most={MAX_STEPS}
      >
        {(step, index, change) => <StepFields step={step} index={index} change={change} />}
      </RowList>
      <StartOver draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
      <section aria-label={t`What will happen`} className="grid gap-3 border-y border-line py-4">
        <p className="text-sm font-medium">{t`If nobody acknowledges`}</p>
        {nameTargets && <PolicyTimeline plan={plan} nameTargets={nameTargets} />}
      </section>
      <Uses stored={stored} />
      <div className="flex flex-wrap gap-3">
        <Submit>{action}</Submit>
        <Link to="/notifications/escalation" className={buttonClass()}>
          {t`Cancel`}
        </Link>
      </div>
    </Form>
  )
}

function StartOver({ draft, onChange }: { draft: PolicyDraft; onChange: (part: Partial<PolicyDraft>) => void }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        name="repeats"
        label={t`Start over after the last step (times)`}
        type="number"
        min={0}
        max={10}
        value={draft.repeats}
        onChange={({ currentTarget }) => onChange({ repeats: currentTarget.value })}
        figures
      />
      {draft.repeats !== '0' && (
        <Field
          name="repeat_minutes"
          label={t`Minutes before starting over`}
          type="number"
          min={1}
          max={1440}
          value={draft.repeat_minutes}
          onChange={({ currentTarget }) => onChange({ repeat_minutes: currentTarget.value })}
          figures
        />
      )}
    </div>
  )
}

function Uses({ stored }: { stored: EscalationPolicy | undefined }) {
  return (
    <>
      <Checkbox
        name="is_default"
        label={t`Default of the team`}
        hint={t`For all monitors without a policy of their own or of a tag. Replaces the previous default.`}
        defaultChecked={stored?.is_default ?? false}
      />
      <Field
        name="tags"
        label={t`Tags`}
        hint={t`For monitors with one of these tags. Separate with commas. For a single monitor, choose the policy in its settings.`}
        defaultValue={stored?.tags.join(', ') ?? ''}
        autoCapitalize="none"
        autoComplete="off"
        optional
      />
    </>
  )
}

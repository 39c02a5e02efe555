import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { Field, Picker } from '../../ui/index.ts'
import { providerChoices } from '../../data/notifications/provider-choices.ts'
import { scheduleChoices } from '../../data/on-call/schedule-choices.ts'
import type { StepDraft } from './draft.ts'

interface StepFieldsProps {
  step: StepDraft
  index: number
  change: (part: Partial<StepDraft>) => void
}

const toggle = (ids: readonly number[], value: string, isOn: boolean): number[] => [
  ...ids.filter((id) => id !== Number(value)),
  ...(isOn ? [Number(value)] : []),
]

export function StepFields({ step, index, change }: StepFieldsProps) {
  return (
    <>
      <Field
        name={`steps.${index}.after_minutes`}
        label={t`Wait (minutes)`}
        hint={index === 0 ? t`After the alert. 0: immediately.` : t`After the last message of step ${index}.`}
        type="number"
        min={index === 0 ? 0 : 1}
        max={1440}
        value={step.after_minutes}
        onChange={({ currentTarget }) => change({ after_minutes: currentTarget.value })}
        figures
      />
      <TargetPickers step={step} index={index} change={change} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          name={`steps.${index}.repeats`}
          label={t`Repeat this step (times)`}
          type="number"
          min={0}
          max={10}
          value={step.repeats}
          onChange={({ currentTarget }) => change({ repeats: currentTarget.value })}
          figures
        />
        {step.repeats !== '0' && (
          <Field
            name={`steps.${index}.repeat_minutes`}
            label={t`Minutes between repeats`}
            type="number"
            min={1}
            max={1440}
            value={step.repeat_minutes}
            onChange={({ currentTarget }) => change({ repeat_minutes: currentTarget.value })}
            figures
          />
        )}
      </div>
    </>
  )
}

function TargetPickers({ step, index, change }: StepFieldsProps) {
  return (
    <>
      <Picker
        name={`steps.${index}.on_call_schedule_ids`}
        legend={t`On-call schedules`}
        noun={t`schedules`}
        source={scheduleChoices}
        initial={step.on_call_schedule_ids.map(String)}
        empty={
          <Link to="/notifications/on-call/$scheduleId" params={{ scheduleId: 'new' }} className="link">
            {t`Create on-call schedule`}
          </Link>
        }
        onChoose={({ value }, isOn) => change({ on_call_schedule_ids: toggle(step.on_call_schedule_ids, value, isOn) })}
      />
      <Picker
        name={`steps.${index}.provider_ids`}
        legend={t`Providers`}
        noun={t`providers`}
        source={providerChoices}
        initial={step.provider_ids.map(String)}
        empty={
          <Link to="/notifications" className="link">
            {t`Add a provider`}
          </Link>
        }
        onChoose={({ value }, isOn) => change({ provider_ids: toggle(step.provider_ids, value, isOn) })}
      />
    </>
  )
}

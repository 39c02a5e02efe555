import type { EscalationPolicy, EscalationPoliciesCreateInput } from '@sitewatch/sdk'
import { type Keyed, keyRows, readNumber } from '../../ui/rows.ts'
import type { PolicyPlan } from './policy-words.ts'

/** A step in the form. Its fields are strings, because they may hold text that is not a number. */
export interface StepDraft extends Keyed {
  after_minutes: string
  provider_ids: readonly number[]
  on_call_schedule_ids: readonly number[]
  repeats: string
  repeat_minutes: string
}

export interface PolicyDraft {
  steps: readonly StepDraft[]
  repeats: string
  repeat_minutes: string
}

export const makeStep = (after_minutes = 10): Omit<StepDraft, 'key'> => ({
  after_minutes: String(after_minutes),
  provider_ids: [],
  on_call_schedule_ids: [],
  repeats: '0',
  repeat_minutes: '5',
})

export const draftPolicy = (stored: EscalationPolicy | undefined): PolicyDraft =>
  stored
    ? {
        steps: keyRows(
          stored.steps.map((step) => ({
            ...step,
            after_minutes: String(step.after_minutes),
            repeats: String(step.repeats),
            repeat_minutes: String(step.repeat_minutes),
          })),
        ),
        repeats: String(stored.repeats),
        repeat_minutes: String(stored.repeat_minutes),
      }
    : { steps: keyRows([makeStep(5)]), repeats: '0', repeat_minutes: '30' }

/** The draft in the format of the API. */
export const readPlan = ({ steps, repeats, repeat_minutes }: PolicyDraft) =>
  ({
    steps: steps.map((step) => ({
      after_minutes: readNumber(step.after_minutes),
      provider_ids: [...step.provider_ids],
      on_call_schedule_ids: [...step.on_call_schedule_ids],
      repeats: readNumber(step.repeats),
      repeat_minutes: readNumber(step.repeat_minutes),
    })),
    repeats: readNumber(repeats),
    repeat_minutes: readNumber(repeat_minutes),
  }) satisfies Partial<EscalationPoliciesCreateInput> & PolicyPlan

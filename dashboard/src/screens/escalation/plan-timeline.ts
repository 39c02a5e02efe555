interface Step {
  after_minutes: number
  repeats: number
  repeat_minutes: number
}

interface Plan<S extends Step> {
  steps: readonly S[]
  repeats: number
  repeat_minutes: number
}

export interface PlannedMessage<S extends Step> {
  step: S
  /** Starting at 1. */
  number: number
  /** 0 for the first message of the step. */
  repeat: number
  /** Since the previous message, or since the alert. */
  wait_minutes: number
  /** Since the alert. */
  at_minutes: number
}

/** While the form is edited, a field may hold no number, or one that the server will reject. */
const clamp = (value: number, min: number, max: number): number =>
  Number.isFinite(value) ? Math.min(max, Math.max(min, Math.floor(value))) : min

const MAX_MINUTES = 1440
const MAX_REPEATS = 10

/** The messages of the first round, as sent if nobody acknowledges the incident. Each wait starts at the previous message. */
export function planTimeline<S extends Step>(plan: Pick<Plan<S>, 'steps'>): PlannedMessage<S>[] {
  let at_minutes = 0
  return plan.steps.flatMap((step, index) =>
    Array.from({ length: 1 + clamp(step.repeats, 0, MAX_REPEATS) }, (_, repeat) => {
      const wait_minutes =
        repeat === 0
          ? clamp(step.after_minutes, index === 0 ? 0 : 1, MAX_MINUTES)
          : clamp(step.repeat_minutes, 1, MAX_MINUTES)
      at_minutes += wait_minutes
      return { step, number: index + 1, repeat, wait_minutes, at_minutes }
    }),
  )
}

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
  /** Since the message before, or since the alert. */
  wait_minutes: number
  /** Since the alert. */
  at_minutes: number
}

/** While somebody types, a field may hold no number, or one that the server will refuse. */
const clamp = (value: number, least: number, most: number): number =>
  Number.isFinite(value) ? Math.min(most, Math.max(least, Math.floor(value))) : least

const MAX_MINUTES = 1440
const MAX_REPEATS = 10

/** The messages of the first round, as the server sends them if nobody acknowledges the incident: each wait starts at the message before. */
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

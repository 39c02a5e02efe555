const STEP_KINDS = ['page', 'event', 'goal'] as const
export type StepKind = (typeof STEP_KINDS)[number]

export const MAX_STEPS = 8

const STEP = /^(page|event|goal):(.{1,2000})$/su

/** Parses the format of the API. The result may be a single step, which is not a funnel yet. */
export function parseSteps(text: string | undefined): string[] {
  if (text === undefined) return []
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    return []
  }
  if (!Array.isArray(input)) return []
  return (input as unknown[])
    .filter((step): step is string => typeof step === 'string' && STEP.test(step))
    .slice(0, MAX_STEPS)
}

export const writeSteps = (steps: readonly string[]): string | undefined =>
  steps.length === 0 ? undefined : JSON.stringify(steps)

export function readStep(step: string): { kind: StepKind; value: string } {
  const [, kind = 'page', value = ''] = STEP.exec(step) ?? []
  return { kind: kind as StepKind, value }
}

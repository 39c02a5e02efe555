/** Which record of an answer the later steps refer to. */
export type Choice =
  | { rule: 'first' }
  | { rule: 'equal'; field: string; value: string }
  | { rule: 'ongoing'; at: string }

export interface Step {
  tool: string
  /** `"$incident.id"` is the field `id` of the record that an earlier step chose as `incident`. */
  arguments: Record<string, unknown>
  why: string
  /** The name of the record that is chosen from the answer, and which one. */
  as?: string
  choose?: Choice
  /** Not needed when an earlier step has chosen a record of this name. */
  unless?: string
  /** Repeats the step for each record of the list with this name. */
  for_each?: string
}

export interface PromptPlan {
  goal: string
  steps: readonly Step[]
  /** Instructions for the final report. */
  report: string
}

function describeChoice(choice: Choice): string {
  if (choice.rule === 'equal') return `Choose the record whose ${choice.field} is ${choice.value}, if there is one.`
  if (choice.rule === 'first') return 'Choose the first record: it is the newest.'
  return `Choose the record that was ongoing at ${choice.at} (started_at ≤ time ≤ resolved_at; resolved_at null: still open). If there is none, choose the one whose started_at is closest to it.`
}

function describeStep({ tool, why, as, choose, unless, for_each }: Step, index: number): string {
  const parts = [
    `${index + 1}. ${tool}: ${why}`,
    ...(choose ? [describeChoice(choose)] : []),
    ...(as === undefined ? [] : [`Call it "${as}".`]),
    ...(unless === undefined ? [] : [`Skip this step if there is a "${unless}" already.`]),
    ...(for_each === undefined ? [] : [`Repeat it for each record of "${for_each}".`]),
  ]
  return parts.join(' ')
}

/** Renders the plan as text for the model, with the calls as JSON. Steps that the key may not call are only named. */
export function renderPlan({ goal, steps, report }: PromptPlan, names: ReadonlySet<string>): string {
  const possible = steps.filter(({ tool }) => names.has(tool))
  const missing = steps.filter(({ tool }) => !names.has(tool)).map(({ tool }) => tool)
  const calls = possible.map(({ why: _why, ...call }) => call)
  return [
    goal,
    'Follow this plan. "$name.field" in an argument is a field of the record that an earlier step chose.',
    ...possible.map(describeStep),
    ...(missing.length > 0
      ? [`This API key may not call ${[...new Set(missing)].join(', ')}: say so, and name the scope that is missing.`]
      : []),
    '```json',
    JSON.stringify(calls, null, 2),
    '```',
    report,
  ].join('\n')
}

import { describe, expect, it } from 'vitest'
import { resolveTargets, type TargetFacts } from './targets.ts'

const step = (provider_ids: number[], on_call_schedule_ids: number[] = []) => ({
  after_minutes: 0,
  provider_ids,
  on_call_schedule_ids,
  repeats: 0,
  repeat_minutes: 5,
})

const facts = (over: Partial<TargetFacts> = {}): TargetFacts => ({
  providers: new Map([1, 2, 3].map((id) => [id, { name: `p${id}`, is_confirmed: id !== 3 }])),
  schedules: new Map([
    [7, { name: 'Operations', member: { name: 'Sam', user_id: null, provider_ids: [2] } }],
    [8, { name: 'Nights', member: null }],
    [9, { name: 'Empty', member: { name: 'Kim', user_id: null, provider_ids: [] } }],
  ]),
  disabled: new Set(),
  alerted: new Set(),
  ...over,
})

const outcomes = (...args: Parameters<typeof resolveTargets>): string[] =>
  resolveTargets(...args).map(({ provider_id, outcome }) => `${provider_id ?? '-'} ${outcome}`)

describe('resolveTargets', () => {
  it('sends to providers and to the person on call, each provider once', () => {
    expect(outcomes(step([1], [7]), facts())).toEqual(['1 sent', '2 sent'])
    expect(outcomes(step([2], [7]), facts())).toEqual(['2 sent', '2 already_alerted'])
  })

  it('reports why a target gets nothing', () => {
    expect(outcomes(step([3, 4], [8, 9, 10]), facts())).toEqual([
      '3 not_confirmed',
      '4 provider_deleted',
      '- nobody_on_call',
      '- no_provider',
      '- schedule_deleted',
    ])
  })

  it('sends nothing through a disabled assignment, not even to the person on call', () => {
    expect(outcomes(step([1], [7]), facts({ disabled: new Set([1, 2]) }))).toEqual([
      '1 assignment_disabled',
      '2 assignment_disabled',
    ])
  })

  it('does not repeat the alert that has just been sent', () => {
    expect(outcomes(step([1], [7]), facts({ alerted: new Set([1]) }))).toEqual(['1 already_alerted', '2 sent'])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import { reportFigure } from '../../../test/support/report.ts'
import { sized } from '../../../test/support/size.ts'
import { type EscalationPlan, findPlace, type MessagePlace, type NextEscalation, planEscalation } from './plan.ts'

const step = (after_minutes: number, repeats = 0, repeat_minutes = 5): EscalationPlan['steps'][number] => ({
  after_minutes,
  provider_ids: [1],
  on_call_schedule_ids: [],
  repeats,
  repeat_minutes,
})

describe('findPlace', () => {
  it('walks through steps, their repeats and rounds', () => {
    const plan = { steps: [step(0, 1), step(10)], repeats: 1, repeat_minutes: 30 }
    const places = [0, 1, 2, 3, 4, 5, 6].map((position) => findPlace(plan, position))
    expect(places.map((place) => place && `${place.round}.${place.step}.${place.repeat}`)).toEqual([
      '1.1.0',
      '1.1.1',
      '1.2.0',
      '2.1.0',
      '2.1.1',
      '2.2.0',
      null,
    ])
  })
})

describe('planEscalation', () => {
  const base = {
    now: 10 * MINUTE_MS,
    plan: { steps: [step(5), step(10)], repeats: 0, repeat_minutes: 30 },
    position: 0,
    planned_at: 0,
    next_at: 5 * MINUTE_MS,
    is_acknowledged: false,
    is_resolved: false,
    is_policy_deleted: false,
    held_until: null,
  }

  it('counts the next wait from when a message is really sent', () => {
    expect(planEscalation(base)).toEqual({
      kind: 'send',
      place: { step: 1, round: 1, repeat: 0 },
      next_at: 20 * MINUTE_MS,
    })
    expect(planEscalation({ ...base, position: 1 })).toMatchObject({ kind: 'send', next_at: null })
  })

  it.each([
    ['resolved', { is_resolved: true, is_acknowledged: true }],
    ['acknowledged', { is_acknowledged: true }],
    ['policy_deleted', { is_policy_deleted: true }],
  ])('ends with the reason %s', (reason, over) => {
    expect(planEscalation({ ...base, ...over })).toEqual({ kind: 'end', reason })
  })

  it('waits during maintenance, and checks again every minute and when it ends', () => {
    expect(planEscalation({ ...base, held_until: 60 * MINUTE_MS })).toMatchObject({
      kind: 'wait',
      next_at: 5 * MINUTE_MS,
      look_at: 11 * MINUTE_MS,
    })
    expect(planEscalation({ ...base, held_until: 10.5 * MINUTE_MS })).toMatchObject({
      kind: 'wait',
      look_at: 10.5 * MINUTE_MS,
    })
    expect(planEscalation({ ...base, held_until: 10 * MINUTE_MS })).toMatchObject({ kind: 'send' })
  })

  it('restarts the wait after the clock was set back', () => {
    expect(planEscalation({ ...base, now: -60 * MINUTE_MS })).toEqual({
      kind: 'wait',
      planned_at: -60 * MINUTE_MS,
      next_at: -55 * MINUTE_MS,
      look_at: -55 * MINUTE_MS,
    })
  })
})

/** One run of the worker: what happened since the previous run, and how far the clock has moved. */
interface Tick {
  moved_ms: number
  event: 'acknowledge' | 'resolve' | 'delete_policy' | 'hold' | 'release' | null
}

const arbitraryPlan = fc
  .record({
    first: fc.integer({ min: 0, max: 30 }),
    steps: fc.array(
      fc.record({ after: fc.integer({ min: 1, max: 60 }), repeats: fc.nat(3), gap: fc.integer({ min: 1, max: 20 }) }),
      { minLength: 1, maxLength: 4 },
    ),
    repeats: fc.nat(2),
    repeat_minutes: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ first, steps, repeats, repeat_minutes }): EscalationPlan => ({
    steps: steps.map(({ after, repeats: times, gap }, n) => step(n === 0 ? first : after, times, gap)),
    repeats,
    repeat_minutes,
  }))

/** Usually the worker runs about every minute. Sometimes it was off for hours, and sometimes somebody sets the clock. */
const arbitraryTick: fc.Arbitrary<Tick> = fc.record({
  moved_ms: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 3 * MINUTE_MS }) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 90 * MINUTE_MS }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 * 60 * MINUTE_MS }) },
    { weight: 1, arbitrary: fc.integer({ min: -3 * 60 * MINUTE_MS, max: -1 }) },
  ),
  event: fc.oneof(
    { weight: 60, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: fc.constantFrom('hold' as const, 'release' as const) },
    { weight: 1, arbitrary: fc.constantFrom('acknowledge' as const, 'resolve' as const, 'delete_policy' as const) },
  ),
})

interface Outcome {
  sent: { tick: number; place: MessagePlace }[]
  ended: string | null
}

/** Keeps between ticks only what the table stores, because a worker that is killed keeps nothing else. */
function simulate(plan: EscalationPlan, ticks: readonly Tick[]): Outcome {
  let now = 1_000_000_000
  const first = (plan.steps[0]?.after_minutes ?? 0) * MINUTE_MS
  let stored = JSON.stringify({ position: 0, planned_at: now, next_at: now + first, look_at: now + first })
  const incident = { is_acknowledged: false, is_resolved: false, is_policy_deleted: false, held: false }
  const sent: Outcome['sent'] = []
  for (const [tick, { moved_ms, event }] of ticks.entries()) {
    now += moved_ms
    if (event === 'acknowledge') incident.is_acknowledged = true
    if (event === 'resolve') incident.is_resolved = true
    if (event === 'delete_policy') incident.is_policy_deleted = true
    if (event === 'hold' || event === 'release') incident.held = event === 'hold'
    const row = JSON.parse(stored) as { position: number; planned_at: number; next_at: number; look_at: number }
    const { held, ...flags } = incident
    // As in the query: a row that is not due is not read.
    if (row.look_at > now && row.planned_at <= now) continue
    const done: NextEscalation = planEscalation({ now, plan, ...row, ...flags, held_until: held ? now + 1 : null })
    if (done.kind === 'end') return { sent, ended: done.reason }
    if (done.kind === 'wait') stored = JSON.stringify({ ...row, ...done })
    if (done.kind === 'send') {
      sent.push({ tick, place: done.place })
      if (done.next_at === null) return { sent, ended: 'finished' }
      stored = JSON.stringify({
        position: row.position + 1,
        planned_at: now,
        next_at: done.next_at,
        look_at: done.next_at,
      })
    }
  }
  return { sent, ended: null }
}

/** All messages of a policy in order, with the minutes before each. Enumerated, not computed from a position. */
function listMessages({ steps, repeats, repeat_minutes }: EscalationPlan): { minutes: number; place: MessagePlace }[] {
  const all: { minutes: number; place: MessagePlace }[] = []
  for (let round = 1; round <= repeats + 1; round++) {
    for (const [index, { after_minutes, repeats: times, repeat_minutes: gap }] of steps.entries()) {
      const before = index === 0 && round > 1 ? repeat_minutes : after_minutes
      all.push({ minutes: before, place: { step: index + 1, round, repeat: 0 } })
      for (let repeat = 1; repeat <= times; repeat++)
        all.push({ minutes: gap, place: { step: index + 1, round, repeat } })
    }
  }
  return all
}

/**
 * The same with a stopwatch instead of due times. It starts with the alert and with each message, and restarts if the clock shows less than
 * at its start. A message is due from the first tick at which the stopwatch shows enough, and is sent when nothing holds it.
 */
function simulateWithStopwatch(plan: EscalationPlan, ticks: readonly Tick[]): Outcome {
  const queue = listMessages(plan)
  let clock = 0
  let started = 0
  let [isStopped, isHeld]: [string | null, boolean] = [null, false]
  let isPending = queue[0]?.minutes === 0
  const sent: Outcome['sent'] = []
  const rank = { resolve: 0, acknowledge: 1, delete_policy: 2 }
  const why = ['resolved', 'acknowledged', 'policy_deleted']
  let worst = Infinity
  for (const [tick, { moved_ms, event }] of ticks.entries()) {
    clock += moved_ms
    if (event === 'hold') isHeld = true
    else if (event === 'release') isHeld = false
    else if (event !== null) {
      worst = Math.min(worst, rank[event])
      isStopped = why[worst] ?? null
    }
    const [next] = queue
    if (!next) return { sent, ended: 'finished' }
    const isBack = !isPending && clock < started
    const isDue = isPending || clock - started >= next.minutes * MINUTE_MS
    if (isStopped !== null && (isBack || isDue)) return { sent, ended: isStopped }
    if (isBack) started = clock
    if (isDue) isPending = true
    if (isDue && !isHeld) {
      sent.push({ tick, place: next.place })
      queue.shift()
      started = clock
      isPending = false
      if (queue.length === 0) return { sent, ended: 'finished' }
    }
  }
  return { sent, ended: null }
}

const CASES = sized(2000, 50_000)

describe('an escalation', () => {
  it(`sends what a stopwatch says, in ${CASES} random policies with acknowledgements, restarts and changes of the clock`, () => {
    const figures = { sent: 0, ended: new Map<string, number>() }
    fc.assert(
      fc.property(arbitraryPlan, fc.array(arbitraryTick, { minLength: 5, maxLength: 120 }), (plan, ticks) => {
        const outcome = simulate(plan, ticks)
        expect(outcome).toEqual(simulateWithStopwatch(plan, ticks))
        figures.sent += outcome.sent.length
        figures.ended.set(outcome.ended ?? 'open', (figures.ended.get(outcome.ended ?? 'open') ?? 0) + 1)
      }),
      { numRuns: CASES },
    )
    expect(figures.sent).toBeGreaterThan(CASES)
    expect(figures.ended.size).toBeGreaterThanOrEqual(4)
    const ends = [...figures.ended].map(([reason, count]) => `${reason} ${count}`).join(', ')
    reportFigure(`${CASES} escalations agree with a stopwatch: ${figures.sent} messages; ${ends}`)
  }, 300_000)
})

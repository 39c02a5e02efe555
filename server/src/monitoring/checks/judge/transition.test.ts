import { describe, expect, it } from 'vitest'
import type { Opinion } from '../../second-opinion/index.ts'
import type { Cause } from '../run/cause.ts'
import type { CheckOutcome, Effect, MonitorEvent } from './event.ts'
import { createState, getNextSlot, getShownStatus, getUnobservedSince } from './state.ts'
import type { MonitorState } from './state.ts'
import { transition } from './transition.ts'

const T0 = Date.UTC(2026, 10, 15)
const REFUSED: Cause = { kind: 'connect', http_status: null, message: 'Connection refused' }
const TIMEOUT: Cause = { kind: 'timeout', http_status: null, message: 'No answer within 10 s' }
const OK: CheckOutcome = { kind: 'success' }
const FAIL: CheckOutcome = { kind: 'failure', cause: REFUSED, anchors: 'online' }
const OFFLINE: CheckOutcome = { kind: 'failure', cause: REFUSED, anchors: 'offline' }
const UNSENT: CheckOutcome = { kind: 'unknown', reason: 'probe' }

/** Drives one monitor. Each check runs when it is due and takes 50 ms. Times are in seconds after T0. */
class Bench {
  state: MonitorState
  effects: readonly Effect[] = []
  stale = false

  constructor(interval_seconds = 300, is_active = true) {
    const schedule = { interval_ms: interval_seconds * 1000, phase_ms: 0 }
    this.state = createState(T0, { schedule, is_active })
  }

  send(event: MonitorEvent): this {
    const { state, effects, stale } = transition(this.state, event)
    Object.assign(this, { state, effects, stale })
    return this
  }

  check(...outcomes: CheckOutcome[]): this {
    for (const outcome of outcomes) this.checkAt((this.state.next_due_at ?? Number.NaN) - T0, outcome)
    return this
  }

  checkAt(at_ms: number, outcome: CheckOutcome): this {
    const checked_at = T0 + at_ms
    return this.send({ kind: 'result', slot: getNextSlot(this.state), checked_at, now: checked_at + 50, outcome })
  }

  act(kind: 'pause' | 'resume' | 'delete' | 'change_target' | 'change_method', at_seconds: number): this {
    return this.send({ kind, now: T0 + at_seconds * 1000 })
  }

  get due_seconds(): number | null {
    return this.state.next_due_at === null ? null : (this.state.next_due_at - T0) / 1000
  }
}

function up(interval_seconds?: number): Bench {
  return new Bench(interval_seconds).check(OK)
}

/** A monitor that is up at 0 s, fails at 300 s and is down at 320 s. */
function down(interval_seconds?: number): Bench {
  return up(interval_seconds).check(FAIL, FAIL, FAIL)
}

describe('transition: confirmation', () => {
  it('moves a pending monitor to up after one success', () => {
    const bench = new Bench()
    expect(bench.state).toEqual({
      status: 'pending',
      unknown: null,
      unobserved_since: T0,
      failures: 0,
      first_failure_at: null,
      first_success_at: null,
      incident_floor_at: 0,
      interval_ms: 300_000,
      phase_ms: 0,
      last_slot: 0,
      next_due_at: T0,
      flips: [],
      flapping: false,
    })
    bench.check(OK)
    expect(bench.state).toMatchObject({ status: 'up', unobserved_since: null, last_slot: T0 })
    expect(bench.effects).toEqual([])
    expect(bench.due_seconds).toBe(300)
  })

  it('re-checks a failure 10 s and 20 s later, then opens an incident that starts at the first failure', () => {
    const bench = up().check(FAIL)
    expect(bench.state).toMatchObject({ status: 'suspected', failures: 1, first_failure_at: T0 + 300_000 })
    expect([bench.due_seconds, getShownStatus(bench.state), bench.effects]).toEqual([310, 'up', []])
    bench.check(FAIL)
    expect([bench.due_seconds, bench.state.failures, bench.effects]).toEqual([320, 2, []])
    bench.check({ kind: 'failure', cause: TIMEOUT, anchors: 'not_asked' })
    expect(bench.effects).toEqual([
      {
        kind: 'open_incident',
        started_at: T0 + 300_000,
        confirmed_at: T0 + 320_050,
        cause: TIMEOUT,
        alert: 'send',
      },
    ])
    expect(bench.state).toMatchObject({ status: 'down', failures: 0, first_failure_at: null })
    expect(getShownStatus(bench.state)).toBe('down')
    expect(bench.due_seconds).toBe(360)
  })

  it('re-checks after the interval if the interval is shorter', () => {
    const bench = up(4).check(FAIL)
    expect(bench.due_seconds).toBe(8)
    bench.check(FAIL)
    expect(bench.due_seconds).toBe(12)
    bench.check(FAIL)
    expect([bench.state.status, bench.due_seconds]).toEqual(['down', 16])
  })

  it.each([1, 2])('resets a count of %i failures after a success', (failures) => {
    const bench = up()
    for (let index = 0; index < failures; index++) bench.check(FAIL)
    bench.check(OK)
    expect(bench.state).toMatchObject({ status: 'up', failures: 0, first_failure_at: null })
    expect([bench.effects, bench.due_seconds]).toEqual([[], 600])
    bench.check(FAIL, FAIL)
    expect(bench.state.status).toBe('suspected')
  })

  it('keeps a pending monitor pending while it confirms failures', () => {
    const bench = new Bench().check(FAIL)
    expect([bench.state.status, getShownStatus(bench.state), bench.due_seconds]).toEqual(['pending', 'pending', 10])
    bench.check(FAIL)
    expect([bench.state.status, bench.due_seconds]).toEqual(['pending', 20])
    bench.check(FAIL)
    expect(bench.effects).toMatchObject([{ kind: 'open_incident', started_at: T0 }])
    expect([bench.state.status, bench.due_seconds]).toEqual(['down', 60])
  })
})

describe('transition: recovery', () => {
  it('resolves an incident after two successes 10 s apart, at the time of the first', () => {
    const bench = down().check(OK)
    expect(bench.state).toMatchObject({ status: 'recovering', first_success_at: T0 + 360_000 })
    expect([getShownStatus(bench.state), bench.effects, bench.due_seconds]).toEqual(['down', [], 370])
    bench.check(OK)
    expect(bench.effects).toEqual([
      { kind: 'resolve_incident', resolved_at: T0 + 360_000, resolution: 'recovered', alert: 'send' },
    ])
    expect(bench.state).toMatchObject({ status: 'up', first_success_at: null })
    expect(bench.due_seconds).toBe(600)
  })

  it('schedules the second success check after the interval if the interval is shorter', () => {
    expect(down(4).check(OK).due_seconds).toBe(20)
  })

  it('checks a down monitor every min(interval, 60 s)', () => {
    const bench = down().check(FAIL)
    expect([bench.state.status, bench.effects, bench.due_seconds]).toEqual(['down', [], 420])
    expect(down(30).check(FAIL).due_seconds).toBe(90)
  })

  it('restarts recovery when the second check fails', () => {
    const bench = down().check(OK, FAIL)
    expect(bench.state).toMatchObject({ status: 'down', first_success_at: null })
    expect([bench.effects, bench.due_seconds]).toEqual([[], 420])
    bench.check(OK, OK)
    expect(bench.effects).toMatchObject([{ kind: 'resolve_incident', resolved_at: T0 + 420_000 }])
  })

  it('does not carry failures from one outage into the next', () => {
    const bench = down().check(OK, OK, FAIL, FAIL)
    expect(bench.state.status).toBe('suspected')
    expect(bench.check(FAIL).effects).toMatchObject([{ kind: 'open_incident', started_at: T0 + 600_000 }])
  })
})

describe('transition: unknown', () => {
  it('keeps the last status, and records the gap once a check is possible again', () => {
    const bench = up().check(OFFLINE)
    expect(bench.state).toMatchObject({ status: 'up', unknown: 'offline', unobserved_since: T0 + 300_000, failures: 0 })
    expect(bench.effects).toEqual([])
    expect(bench.due_seconds).toBe(360)
    bench.check(OFFLINE)
    expect([bench.effects, bench.state.unobserved_since]).toEqual([[], T0 + 300_000])
    bench.check(UNSENT)
    expect([bench.effects, bench.state.unknown]).toEqual([[], 'probe'])
    bench.check(OK)
    expect(bench.effects).toEqual([
      { kind: 'record_unobserved', from: T0 + 300_000, to: T0 + 480_000, reason: 'unknown' },
    ])
    expect(bench.state).toMatchObject({ status: 'up', unknown: null, unobserved_since: null })
    expect(bench.due_seconds).toBe(600)
  })

  it('keeps the monitor up and resets the failure count when the anchors are offline at the confirming failure', () => {
    const bench = up().check(FAIL, FAIL, OFFLINE)
    expect(bench.state).toMatchObject({ status: 'up', unknown: 'offline', failures: 0, first_failure_at: null })
    expect(bench.effects).toEqual([])
    bench.check(FAIL)
    expect(bench.state).toMatchObject({ status: 'suspected', failures: 1, unknown: null })
    bench.check(FAIL, FAIL)
    expect(bench.effects).toMatchObject([{ kind: 'open_incident', started_at: T0 + 360_000 }])
  })

  it('keeps a down monitor down and discards a first success', () => {
    const bench = down().check(OK, OFFLINE)
    expect(bench.state).toMatchObject({ status: 'down', unknown: 'offline', first_success_at: null })
    expect([getShownStatus(bench.state), bench.due_seconds]).toEqual(['down', 420])
    bench.check(OK)
    expect(bench.state.status).toBe('recovering')
    bench.check(OK)
    expect(bench.effects).toMatchObject([{ kind: 'resolve_incident', resolved_at: T0 + 420_000 }])
  })

  it('keeps a pending monitor pending and unobserved since its creation', () => {
    const bench = new Bench().check(FAIL, UNSENT)
    expect(bench.state).toMatchObject({
      status: 'pending',
      failures: 0,
      unknown: 'probe',
      unobserved_since: T0 + 10_000,
    })
    const never = new Bench().check(UNSENT)
    expect(never.state).toMatchObject({ status: 'pending', unobserved_since: T0 })
    never.check(OK)
    expect(never.effects).toEqual([{ kind: 'record_unobserved', from: T0, to: T0 + 60_000, reason: 'unknown' }])
  })
})

describe('transition: a check more than a minute late', () => {
  it('records an unobserved gap from the due time of the late check', () => {
    const bench = up()
    expect(getUnobservedSince(bench.state, T0 + 360_000)).toBeNull()
    expect(getUnobservedSince(bench.state, T0 + 360_001)).toBe(T0 + 300_000)
    bench.checkAt(360_001, OK)
    expect(bench.effects).toEqual([
      { kind: 'record_unobserved', from: T0 + 300_000, to: T0 + 360_001, reason: 'unknown' },
    ])
    expect(up().checkAt(360_000, OK).effects).toEqual([])
  })

  it('resets the failure count after a late check', () => {
    const bench = up().check(FAIL, FAIL).checkAt(4_000_000, FAIL)
    expect(bench.state).toMatchObject({ status: 'suspected', failures: 1, first_failure_at: T0 + 4_000_000 })
    expect([bench.effects.map(({ kind }) => kind), bench.due_seconds]).toEqual([['record_unobserved'], 4010])
  })

  it('resets a started recovery after a late check', () => {
    const bench = down().check(OK).checkAt(4_000_000, OK)
    expect(bench.state).toMatchObject({ status: 'recovering', first_success_at: T0 + 4_000_000 })
  })

  it('starts the unobserved gap at the due time when the late check is itself unknown', () => {
    expect(up().checkAt(4_000_000, UNSENT).state.unobserved_since).toBe(T0 + 300_000)
  })
})

describe('transition: a passive check', () => {
  const judge = (bench: Bench, at_seconds: number, outcome: CheckOutcome, until_seconds: number): Bench => {
    const now = T0 + at_seconds * 1000
    const certain_until = T0 + until_seconds * 1000
    return bench.send({ kind: 'result', slot: getNextSlot(bench.state), checked_at: now, now, outcome, certain_until })
  }
  const WAITING: CheckOutcome = { kind: 'unknown', reason: 'waiting' }

  it('opens the incident with one failure, resolves it with one success, and sets the time of the next check', () => {
    const bench = judge(new Bench(), 1, OK, 5000)
    expect([bench.state.status, bench.due_seconds]).toEqual(['up', 5000])
    judge(bench, 5000, FAIL, 5060)
    expect(bench.effects).toEqual([
      {
        kind: 'open_incident',
        started_at: T0 + 5_000_000,
        confirmed_at: T0 + 5_000_000,
        cause: REFUSED,
        alert: 'send',
      },
    ])
    expect([bench.state.status, bench.due_seconds]).toEqual(['down', 5060])
    judge(bench, 5010, OK, 9000)
    expect(bench.effects).toEqual([
      { kind: 'resolve_incident', resolved_at: T0 + 5_010_000, resolution: 'recovered', alert: 'send' },
    ])
    expect([bench.state.status, bench.due_seconds]).toEqual(['up', 9000])
  })

  it('waits without changing the status', () => {
    const fresh = judge(new Bench(), 1, WAITING, 5000)
    expect([fresh.state.status, fresh.state.unknown, fresh.due_seconds]).toEqual(['pending', 'waiting', 5000])
    const broken = judge(judge(new Bench(), 1, FAIL, 61), 61, WAITING, 700)
    expect([broken.state.status, broken.effects]).toEqual(['down', []])
  })

  it('is never due in the past', () => {
    expect(judge(new Bench(), 10, OK, 4).state.next_due_at).toBe(T0 + 10_001)
  })
})

describe('transition: slots', () => {
  it.each([OK, FAIL, UNSENT])('ignores a result for an already evaluated slot: %j', (outcome) => {
    const bench = up().check(FAIL)
    const { state } = bench
    bench.send({ kind: 'result', slot: state.last_slot, checked_at: T0 + 300_000, now: T0 + 310_000, outcome })
    expect([bench.stale, bench.effects, bench.state === state]).toEqual([true, [], true])
    bench.send({ kind: 'result', slot: state.last_slot - 1, checked_at: T0 + 300_000, now: T0 + 310_000, outcome })
    expect([bench.stale, bench.state === state]).toEqual([true, true])
  })

  it.each(['pause', 'change_target', 'change_method', 'delete'] as const)(
    'ignores a result whose check started before %s',
    (kind) => {
      const bench = up()
      const slot = getNextSlot(bench.state)
      bench.act(kind, 301).act('resume', 302)
      const { state } = bench
      bench.send({ kind: 'result', slot, checked_at: T0 + 300_000, now: T0 + 303_000, outcome: FAIL })
      expect([bench.stale, bench.state === state]).toEqual([true, true])
    },
  )

  it('keeps slots increasing and checks running when the clock is set back an hour', () => {
    const bench = up().check(OK)
    bench.checkAt(-3_000_000, OK)
    expect([bench.stale, bench.state.last_slot]).toEqual([false, T0 + 600_000])
    expect(bench.due_seconds).toBe(-2700)
    bench.check(OK)
    expect([bench.stale, bench.state.last_slot]).toEqual([false, T0 + 600_001])
  })
})

describe('transition: pause, resume, changes', () => {
  it('resolves the open incident without an alert on pause, change of target and delete', () => {
    for (const [kind, resolution, status] of [
      ['pause', 'paused', 'paused'],
      ['delete', 'deleted', 'paused'],
      ['change_target', 'changed', 'pending'],
    ] as const) {
      for (const bench of [down(), down().check(OK)]) {
        bench.act(kind, 365)
        expect(bench.effects).toEqual([
          { kind: 'resolve_incident', resolved_at: T0 + 365_000, resolution, alert: 'none' },
        ])
        expect(bench.state).toMatchObject({ status, failures: 0, first_failure_at: null, first_success_at: null })
      }
    }
  })

  it('accepts no result, plans no check and ignores a second pause while paused', () => {
    const bench = up().check(FAIL, FAIL).act('pause', 315)
    expect(bench.state).toMatchObject({
      status: 'paused',
      next_due_at: null,
      unobserved_since: T0 + 315_000,
      failures: 0,
    })
    expect(bench.effects).toEqual([])
    const { state } = bench
    for (const kind of ['pause', 'delete', 'change_target', 'change_method'] as const) {
      expect(bench.act(kind, 400)).toMatchObject({ effects: [], stale: false, state })
    }
    expect(bench.checkAt(400_000, FAIL)).toMatchObject({ effects: [], stale: true, state })
  })

  it('resumes a monitor as pending with an immediate check, and records the pause', () => {
    const bench = down().act('pause', 365).act('resume', 1000)
    expect(bench.effects).toEqual([
      { kind: 'record_unobserved', from: T0 + 365_000, to: T0 + 1_000_000, reason: 'paused' },
    ])
    expect(bench.state).toMatchObject({ status: 'pending', unobserved_since: T0 + 1_000_000 })
    expect(bench.due_seconds).toBe(1000)
    const { state } = bench
    expect(bench.act('resume', 1001)).toMatchObject({ effects: [], state })
    bench.check(FAIL, FAIL, FAIL)
    expect(bench.effects).toMatchObject([{ kind: 'open_incident', started_at: T0 + 1_000_000 }])
  })

  it('creates a monitor as paused', () => {
    const bench = new Bench(300, false)
    expect(bench.state).toMatchObject({ status: 'paused', next_due_at: null })
    expect(bench.act('resume', 9).effects).toMatchObject([{ from: T0, to: T0 + 9000, reason: 'paused' }])
  })

  it('ends unknown time or an unobserved gap at the start of the pause', () => {
    const unknown = up().check(UNSENT).act('pause', 310)
    expect(unknown.effects).toEqual([
      { kind: 'record_unobserved', from: T0 + 300_000, to: T0 + 310_000, reason: 'unknown' },
    ])
    expect(unknown.state).toMatchObject({ unknown: null, unobserved_since: T0 + 310_000 })
    expect(up().act('pause', 900).effects).toMatchObject([{ from: T0 + 300_000, to: T0 + 900_000, reason: 'unknown' }])
  })

  it('checks a new target immediately, as pending', () => {
    const bench = up().act('change_target', 7)
    expect(bench.state).toMatchObject({ status: 'pending', unobserved_since: T0 + 7000 })
    expect([bench.effects, bench.due_seconds]).toEqual([[], 7])
  })

  it('checks a new method immediately, keeps status and incident, and resets an unconfirmed run', () => {
    const suspected = up().check(FAIL, FAIL).act('change_method', 312)
    expect(suspected.state).toMatchObject({ status: 'up', failures: 0, unobserved_since: null })
    expect([suspected.effects, suspected.due_seconds]).toEqual([[], 312])
    const recovering = down().check(OK).act('change_method', 362)
    expect(recovering.state).toMatchObject({ status: 'down', first_success_at: null })
    expect(recovering.effects).toEqual([])
  })

  it('keeps an unobserved gap across a change of method', () => {
    const bench = up().act('change_method', 900)
    expect(bench.state.unobserved_since).toBe(T0 + 300_000)
    expect(bench.check(OK).effects).toMatchObject([{ from: T0 + 300_000, to: T0 + 900_000, reason: 'unknown' }])
  })
})

describe('transition: change of interval', () => {
  const daily = { interval_ms: 86_400_000, phase_ms: 5000 }
  const quick = { interval_ms: 30_000, phase_ms: 7000 }

  it('moves the next check earlier, never later, and discards the check in flight', () => {
    const bench = up()
    const slot = getNextSlot(bench.state)
    bench.send({ kind: 'change_interval', now: T0 + 10_000, schedule: quick })
    expect(bench.state).toMatchObject({ status: 'up', ...quick })
    expect([bench.effects, bench.due_seconds]).toEqual([[], 37])
    bench.send({ kind: 'result', slot, checked_at: T0 + 9000, now: T0 + 11_000, outcome: OK })
    expect(bench.stale).toBe(true)
    bench.send({ kind: 'change_interval', now: T0 + 20_000, schedule: daily })
    expect(bench.due_seconds).toBe(37)
    expect(bench.check(OK).due_seconds).toBe(daily.phase_ms / 1000 + 86_400)
  })

  it('keeps the due time of a planned re-check', () => {
    const suspected = up().check(FAIL)
    suspected.send({ kind: 'change_interval', now: T0 + 301_000, schedule: daily })
    expect([suspected.state.failures, suspected.due_seconds]).toEqual([1, 310])
    const recovering = down().check(OK)
    recovering.send({ kind: 'change_interval', now: T0 + 361_000, schedule: daily })
    expect([recovering.state.status, recovering.due_seconds]).toEqual(['recovering', 370])
    const fresh = new Bench()
    fresh.send({ kind: 'change_interval', now: T0 - 10, schedule: daily })
    expect(fresh.due_seconds).toBe(0)
  })

  it('stores a new interval without planning a check while paused', () => {
    const bench = up()
      .act('pause', 1)
      .send({ kind: 'change_interval', now: T0 + 2000, schedule: quick })
    expect(bench.state).toMatchObject({ status: 'paused', next_due_at: null, ...quick })
  })
})

describe('transition: a clock set back', () => {
  it('never makes incidents overlap or end before they start', () => {
    const bench = down()
    bench.checkAt(-3_600_000, OK).check(OK)
    expect(bench.effects).toMatchObject([{ kind: 'resolve_incident', resolved_at: T0 + 320_050 }])
    bench.check(FAIL, FAIL, FAIL)
    expect(bench.effects).toMatchObject([
      { kind: 'open_incident', started_at: T0 + 320_050, confirmed_at: T0 + 320_050 },
    ])
    bench.act('pause', -3230)
    expect(bench.effects).toMatchObject([{ kind: 'resolve_incident', resolved_at: T0 + 320_050 }])
  })

  it('uses the earliest failure and the earliest success as the first', () => {
    const failing = up().check(FAIL).checkAt(100_000, FAIL).check(FAIL)
    expect(failing.effects).toMatchObject([{ kind: 'open_incident', started_at: T0 + 100_000 }])
    const recovering = down().check(OK).checkAt(340_000, OK)
    expect(recovering.effects).toMatchObject([{ kind: 'resolve_incident', resolved_at: T0 + 340_000 }])
  })

  it('clamps the start of a check to its end when the start appears later', () => {
    const bench = up()
    const slot = getNextSlot(bench.state)
    bench.send({ kind: 'result', slot, checked_at: T0 + 300_000, now: T0 + 290_000, outcome: FAIL })
    expect([bench.state.first_failure_at, bench.due_seconds]).toEqual([T0 + 290_000, 300])
  })

  it('records no unobserved interval that ends before it starts', () => {
    expect(up().check(UNSENT).checkAt(200_000, OK).effects).toEqual([])
  })
})

describe('transition: flapping', () => {
  /** Each outage and recovery takes 25 s at an interval of 5 s. */
  function flap(outages: number): Bench {
    const bench = up(5)
    for (let index = 0; index < outages; index++) bench.check(FAIL, FAIL, FAIL, OK, OK)
    return bench
  }

  it('always sends the first down alert', () => {
    expect(up(5).check(FAIL, FAIL, FAIL).effects).toMatchObject([{ kind: 'open_incident', alert: 'send' }])
  })

  it('starts flapping at the tenth flip and moves alerts to a digest', () => {
    expect(flap(4).check(FAIL, FAIL, FAIL).effects).toMatchObject([{ kind: 'open_incident', alert: 'send' }])
    const bench = flap(5)
    expect(bench.effects).toMatchObject([{ kind: 'resolve_incident', alert: 'digest' }, { kind: 'start_flapping' }])
    bench.check(FAIL, FAIL, FAIL)
    expect(bench.effects).toMatchObject([{ kind: 'open_incident', alert: 'digest' }])
    expect(bench.effects).toHaveLength(1)
  })

  it('ends flapping after fifteen minutes without a flip, whether up or down', () => {
    for (const [bench, outcome] of [
      [flap(5), OK],
      [flap(5).check(FAIL, FAIL, FAIL), FAIL],
    ] as const) {
      let checks = 0
      do {
        bench.check(outcome)
        checks++
      } while (bench.state.flapping && checks < 500)
      expect(checks).toBe(180)
      expect(bench.effects).toMatchObject([{ kind: 'end_flapping' }])
      expect(bench.state).toMatchObject({ flips: [], flapping: false })
    }
  })

  it.each(['pause', 'change_target', 'delete'] as const)('ends flapping on %s', (kind) => {
    const bench = flap(5).act(kind, 131)
    expect(bench.effects).toEqual([{ kind: 'end_flapping', at: T0 + 131_000 }])
    expect(bench.state).toMatchObject({ flips: [], flapping: false })
  })
})

describe('transition: the second opinion of traffic', () => {
  const figures = { seconds: 300, visits: 41, expected: 38, low: 24, high: 54 }
  const ARRIVE: Opinion = { ...figures, verdict: 'as_expected' }
  const STOPPED: Opinion = { ...figures, visits: 0, verdict: 'stopped' }
  const STATED: CheckOutcome = {
    kind: 'failure',
    cause: { kind: 'http_status', http_status: 500, message: '500' },
    anchors: 'online',
  }
  const check = (bench: Bench, opinion: Opinion | undefined, outcome: CheckOutcome = FAIL): Bench => {
    const checked_at = bench.state.next_due_at ?? Number.NaN
    const slot = getNextSlot(bench.state)
    return bench.send({ kind: 'result', slot, checked_at, now: checked_at + 50, outcome, opinion })
  }

  it('holds the third failure for one more check 10 s later, which opens the incident whatever visits do', () => {
    const bench = up().check(FAIL, FAIL)
    check(bench, ARRIVE)
    expect(bench.state).toMatchObject({ status: 'suspected', failures: 3, first_failure_at: T0 + 300_000 })
    expect([getShownStatus(bench.state), bench.due_seconds]).toEqual(['up', 330])
    expect(bench.effects).toEqual([
      {
        kind: 'second_opinion',
        at: T0 + 320_050,
        opinion: { decision: 'held', window_seconds: 300, visits: 41, expected: 38, low: 24, high: 54 },
      },
    ])
    check(bench, ARRIVE)
    expect(bench.effects).toMatchObject([
      { kind: 'open_incident', started_at: T0 + 300_000, confirmed_at: T0 + 330_050, cause: REFUSED },
    ])
  })

  it('opens no incident when the target responds while the failure is held', () => {
    const bench = check(up().check(FAIL, FAIL), ARRIVE).check(OK)
    expect([bench.state.status, bench.state.failures, bench.effects]).toEqual(['up', 0, []])
    expect(bench.check(FAIL, FAIL).state.status).toBe('suspected')
  })

  it('opens the incident at the second failure when visits stopped', () => {
    const bench = check(up().check(FAIL), STOPPED)
    expect(bench.effects).toMatchObject([
      { kind: 'second_opinion', opinion: { decision: 'confirmed_sooner', visits: 0, expected: 38 } },
      { kind: 'open_incident', started_at: T0 + 300_000, confirmed_at: T0 + 310_050 },
    ])
    expect(bench.state.status).toBe('down')
  })

  it('does not hold a failure that the server itself stated', () => {
    const bench = check(up().check(STATED, STATED), ARRIVE, STATED)
    expect(bench.effects.map(({ kind }) => kind)).toEqual(['open_incident'])
  })

  it('does not affect the first failure, a monitor that was never up, or a passive check', () => {
    expect(check(up(), STOPPED).state).toMatchObject({ status: 'suspected', failures: 1 })
    const pending = check(new Bench().check(FAIL), STOPPED)
    expect(pending.state).toMatchObject({ status: 'pending', failures: 2 })
    expect(check(pending, ARRIVE).effects.map(({ kind }) => kind)).toEqual(['open_incident'])
    const passive = up()
    const slot = getNextSlot(passive.state)
    const [checked_at, now] = [T0 + 300_000, T0 + 300_000]
    passive.send({ kind: 'result', slot, checked_at, now, outcome: FAIL, opinion: ARRIVE, certain_until: now + 9 })
    expect(passive.effects.map(({ kind }) => kind)).toEqual(['open_incident'])
  })
})

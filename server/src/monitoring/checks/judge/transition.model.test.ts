import assert from 'node:assert/strict'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import type { Opinion } from '../../second-opinion/index.ts'
import type { CheckOutcome, Effect, MonitorEvent, Resolution } from './event.ts'
import { createState, getNextSlot, hasOpenIncident } from './state.ts'
import type { MonitorState } from './state.ts'
import { sized } from '../../../../test/support/size.ts'
import { transition } from './transition.ts'

const SEQUENCES = sized(5000, 100_000)
const T0 = Date.UTC(2026, 10, 15)

type Letter = 'S' | 'F' | 'U'
/** A failure with an opinion: A if visits arrive and the server was not reached, X if visits stopped. */
type OpinionLetter = 'A' | 'X'
type Ticket = { readonly version: number; readonly slot: number; readonly due: number; readonly checked_at: number }
type Incident = { started_at: number; confirmed_at: number; resolved_at: number | null; resolution: Resolution | null }
type Hole = { from: number; to: number; reason: 'paused' | 'unknown' }
type Control = 'pause' | 'resume' | 'delete' | 'change_target' | 'change_method'
type Entry =
  | { kind: Letter; opinion?: OpinionLetter | undefined; at: number; now: number; due: number }
  | { kind: Control; now: number; due: number }

const FAILURE = { kind: 'failure', cause: { kind: 'connect', http_status: null, message: 'Refused' } } as const
const STATED = { kind: 'failure', cause: { kind: 'http_status', http_status: 500, message: '500' } } as const
const OPINION = { seconds: 300, visits: 41, expected: 38, low: 25, high: 52 }
const ARRIVE: Opinion = { ...OPINION, verdict: 'as_expected' }
const STOPPED: Opinion = { ...OPINION, visits: 0, verdict: 'stopped' }

type Simulated = { outcome: CheckOutcome; letter: Letter; opinion?: Opinion; opinion_letter?: OpinionLetter }
const OUTCOMES: Record<string, Simulated> = {
  success: { outcome: { kind: 'success' }, letter: 'S' },
  failure: { outcome: { ...FAILURE, anchors: 'online' }, letter: 'F' },
  private: { outcome: { ...FAILURE, anchors: 'not_asked' }, letter: 'F' },
  offline: { outcome: { ...FAILURE, anchors: 'offline' }, letter: 'U' },
  unsent: { outcome: { kind: 'unknown', reason: 'probe' }, letter: 'U' },
  arriving: { outcome: { ...FAILURE, anchors: 'online' }, letter: 'F', opinion: ARRIVE, opinion_letter: 'A' },
  stopped: { outcome: { ...FAILURE, anchors: 'online' }, letter: 'F', opinion: STOPPED, opinion_letter: 'X' },
  stoppedStated: { outcome: { ...STATED, anchors: 'online' }, letter: 'F', opinion: STOPPED, opinion_letter: 'X' },
  // The server stated the cause, so arriving visits change nothing.
  stated: { outcome: { ...STATED, anchors: 'online' }, letter: 'F', opinion: ARRIVE },
  arrivingOffline: { outcome: { ...FAILURE, anchors: 'offline' }, letter: 'U', opinion: ARRIVE },
}

/**
 * The oracle. The history is a string: S success, F failure, U unknown or unobserved. An outage runs from three consecutive
 * failures to two consecutive successes or the end of the string. The oracle is stateless, so it cannot share a state bug.
 * With opinions, two failures are enough if visits stopped at the second, and a third with arriving visits needs a fourth.
 */
const OUTAGE = /([FAX]X|[FAX][FA][FX]|[FAX][FA]A[FAX]).*?(SS|$)/g

function replay(history: readonly Entry[]): { incidents: Incident[]; holes: Hole[] } {
  const incidents: Incident[] = []
  const holes: Hole[] = []
  let floor = 0
  for (const watch of splitWatches(history)) {
    if (watch.paused) {
      holes.push({ from: watch.start, to: watch.end, reason: 'paused' })
      continue
    }
    holes.push(...findHoles(watch))
    // No opinion counts before the first success: the monitor is pending.
    const firstSuccess = watch.entries.findIndex(({ kind }) => kind === 'S')
    const marks = watch.entries.flatMap((entry, n) => {
      if (entry.kind === 'change_method') return [{ letter: 'U', at: 0, now: 0 }]
      const opinion = 'at' in entry && firstSuccess !== -1 && n > firstSuccess ? entry.opinion : undefined
      const mark = { letter: opinion ?? entry.kind, at: 'at' in entry ? entry.at : 0, now: entry.now }
      return 'at' in entry && entry.at - entry.due > MINUTE_MS ? [{ letter: 'U', at: 0, now: 0 }, mark] : [mark]
    })
    for (const match of marks
      .map(({ letter }) => letter)
      .join('')
      .matchAll(OUTAGE)) {
      const end = match.index + match[0].length
      const failures = marks.slice(match.index, match.index + (match[1]?.length ?? 0))
      const successes = match[2] === 'SS' ? marks.slice(end - 2, end) : []
      const started_at = Math.max(floor, Math.min(...failures.map(({ at }) => at)))
      const confirmed_at = Math.max(started_at, failures.at(-1)?.now ?? Number.NaN)
      const returned_at = Math.min(...successes.map(({ at }) => at), successes.length === 0 ? watch.end : Infinity)
      const resolved_at = Math.max(confirmed_at, returned_at)
      const resolution = successes.length === 0 ? watch.resolution : 'recovered'
      incidents.push({ started_at, confirmed_at, resolved_at, resolution })
      floor = resolved_at
    }
  }
  return { incidents, holes: holes.filter(({ from, to }) => from < to) }
}

type Watch = { paused: boolean; start: number; end: number; due: number; entries: Entry[]; resolution: Resolution }

const ENDS: { [kind in Entry['kind']]?: Resolution } = {
  pause: 'paused',
  delete: 'deleted',
  change_target: 'changed',
  resume: 'paused',
}

function splitWatches(history: readonly Entry[]): Watch[] {
  const watches: Watch[] = []
  let [start, paused, entries]: [number, boolean, Entry[]] = [T0, false, []]
  for (const entry of history) {
    const { kind, now, due } = entry
    const resolution = ENDS[kind]
    if (resolution !== undefined) {
      watches.push({ paused, start, end: now, due, entries, resolution })
      ;[start, paused, entries] = [now, kind === 'pause', []]
    } else entries.push(entry)
  }
  return watches
}

/** A gap runs from the start, an unknown result or a missed check to the next conclusive result. */
function findHoles(watch: Watch): Hole[] {
  const holes: Hole[] = []
  let blindSince: number | null = watch.start
  for (const entry of [...watch.entries, { kind: 'end', now: watch.end, due: watch.due } as const]) {
    const time = 'at' in entry ? entry.at : entry.now
    if (blindSince === null && time - entry.due > MINUTE_MS) blindSince = entry.due
    if (entry.kind === 'U') blindSince ??= time
    if (entry.kind !== 'S' && entry.kind !== 'F' && entry.kind !== 'end') continue
    if (blindSince !== null) holes.push({ from: blindSince, to: time, reason: 'unknown' })
    blindSince = null
  }
  return holes
}

/** Simulates one monitor, its rows, the Postgres clock, and probers that may die or stall. */
class World {
  clock = T0
  state: MonitorState
  version = 0
  setBack = false
  readonly held: { ticket: Ticket; name: string }[] = []
  readonly history: Entry[] = []
  readonly incidents: Incident[] = []
  readonly holes: Hole[] = []

  constructor(interval_ms: number) {
    this.state = createState(T0, { schedule: { interval_ms, phase_ms: 17 % interval_ms }, is_active: true })
  }

  claim(): Ticket | null {
    const due = this.state.next_due_at
    if (due === null) return null
    // Same as the claim SQL: a check due more than two intervals ahead was planned before the clock was set back, so it runs now.
    if (due > this.clock && due <= this.clock + 2 * this.state.interval_ms) this.clock = due
    return { version: this.version, slot: getNextSlot(this.state), due, checked_at: this.clock }
  }

  /** A result counts only if nothing was evaluated or changed since its check was claimed. */
  deliver(ticket: Ticket, name: string): void {
    const { outcome, letter, opinion, opinion_letter } = OUTCOMES[name] ?? assert.fail(name)
    const { slot, checked_at, due } = ticket
    const counts = ticket.version === this.version
    const stale = this.commit({ kind: 'result', slot, checked_at, now: this.clock, outcome, opinion })
    assert.equal(stale, !counts)
    seen.stale += stale ? 1 : 0
    if (!counts) return
    this.checkWait()
    this.version++
    const at = Math.min(checked_at, this.clock)
    this.history.push({ kind: letter, opinion: opinion_letter, at, now: this.clock, due })
  }

  control(kind: Control): void {
    const effective = (this.state.status === 'paused') === (kind === 'resume')
    const due = this.state.next_due_at ?? this.clock
    this.commit({ kind, now: this.clock })
    if (!effective) return
    this.version++
    this.history.push({ kind, now: this.clock, due })
  }

  changeInterval(interval_ms: number): void {
    const active = this.state.status !== 'paused'
    this.commit({ kind: 'change_interval', now: this.clock, schedule: { interval_ms, phase_ms: 29 % interval_ms } })
    if (active) this.version++
  }

  commit(event: MonitorEvent): boolean {
    const { state, effects, stale } = transition(this.state, event)
    if (stale) assert.equal(state, this.state)
    assert(state.last_slot >= this.state.last_slot)
    this.state = state
    for (const effect of effects) this.apply(effect)
    const open = this.incidents.filter(({ resolved_at }) => resolved_at === null)
    assert.equal(open.length, hasOpenIncident(state) ? 1 : 0)
    assert.equal(state.next_due_at === null, state.status === 'paused')
    return stale
  }

  /** Setting the clock back during a check may at most double the wait for a slot. */
  checkWait(): void {
    const { status, unknown, interval_ms, next_due_at } = this.state
    const wait_ms = (next_due_at ?? assert.fail()) - this.clock
    assert(wait_ms >= 0)
    if (status === 'suspected' || status === 'recovering') assert(wait_ms <= Math.min(10_000, interval_ms))
    else if (status === 'down' || unknown !== null) assert(wait_ms <= 2 * Math.min(MINUTE_MS, interval_ms))
    else assert(wait_ms <= 2 * interval_ms)
  }

  apply(effect: Effect): void {
    const last = this.incidents.at(-1)
    if (effect.kind === 'open_incident') {
      const { started_at, confirmed_at } = effect
      assert(started_at <= confirmed_at)
      assert(last === undefined || (last.resolved_at !== null && last.resolved_at <= started_at))
      this.incidents.push({ started_at, confirmed_at, resolved_at: null, resolution: null })
    } else if (effect.kind === 'resolve_incident') {
      const { resolved_at, resolution } = effect
      assert(last !== undefined && last.resolved_at === null && last.confirmed_at <= resolved_at)
      assert.equal(effect.alert === 'none', resolution !== 'recovered')
      Object.assign(last, { resolved_at, resolution })
    } else if (effect.kind === 'record_unobserved') {
      const { from, to, reason } = effect
      this.holes.push({ from, to, reason })
    } else if (effect.kind === 'second_opinion') seen[effect.opinion.decision]++
  }
}

const seen = {
  recovered: 0,
  paused: 0,
  changed: 0,
  deleted: 0,
  holes: 0,
  stale: 0,
  setBack: 0,
  held: 0,
  confirmed_sooner: 0,
}
const CLOCK_STEPS_MS = [1, -1, 30, -30, 90, -90, 3600, -3600].map((seconds) => seconds * 1000)
const INTERVALS_MS = [60_000, 30_000, 300_000, 5000, 86_400_000, 60_000, 120_000, 3_600_000]

function check(name: string) {
  return (world: World, argument: number): void => {
    for (let count = argument >= 5 ? 3 : 1; count > 0; count--) {
      const ticket = world.claim()
      if (ticket === null) return
      world.clock += argument * 20
      world.deliver(ticket, name)
    }
  }
}

const checkTwice = (name: string) => (world: World) => {
  const ticket = world.claim()
  if (ticket === null) return
  world.deliver(ticket, name)
  world.deliver(ticket, name)
}

const hold = (name: string) => (world: World) => {
  const ticket = world.claim()
  if (ticket !== null) world.held.push({ ticket, name })
}

type Move = (world: World, argument: number) => void

const killProber: Move = (world) => {
  world.claim()
  world.clock += 6000
}
const release: Move = (world, argument) => {
  world.clock += argument * 1500
  for (const { ticket, name } of world.held.splice(0)) world.deliver(ticket, name)
}
const stepClock: Move = (world, argument) => {
  const step_ms = CLOCK_STEPS_MS[argument] ?? 0
  world.clock += step_ms
  world.setBack ||= step_ms < 0
}
const skipTime: Move = (world, argument) => {
  world.clock += argument * 30_000
}

/** 32 moves, common ones first. A byte encodes a move and an argument from 0 to 7, and shrinks to plain successes. */
const MOVES: readonly Move[] = [
  ...Array.from({ length: 7 }, () => check('success')),
  ...Array.from({ length: 7 }, () => check('failure')),
  check('private'),
  check('offline'),
  check('unsent'),
  checkTwice('success'),
  checkTwice('failure'),
  killProber,
  hold('success'),
  hold('failure'),
  release,
  release,
  stepClock,
  skipTime,
  (world) => world.control('pause'),
  (world) => world.control('resume'),
  (world) => world.control('resume'),
  (world) => world.control('change_target'),
  (world) => world.control('change_method'),
  (world, argument) => world.changeInterval(INTERVALS_MS[argument] ?? MINUTE_MS),
]

/** Six of the seven plain failures have an opinion instead. */
const OPINION_MOVES: readonly Move[] = [
  ...MOVES.slice(0, 7),
  check('arriving'),
  check('arriving'),
  check('stopped'),
  check('stoppedStated'),
  check('stated'),
  check('arrivingOffline'),
  ...MOVES.slice(13),
]

const play = (choice: readonly Move[]) => (moves: Uint8Array) => {
  const world = new World(INTERVALS_MS[(moves[0] ?? 0) & 7] ?? MINUTE_MS)
  for (const move of moves) choice[move >> 3]?.(world, move & 7)
  world.control('resume')
  world.control(moves.length % 2 === 0 ? 'pause' : 'delete')
  const expected = replay(world.history)
  assert.deepEqual(world.incidents, expected.incidents)
  assert.deepEqual(world.holes, expected.holes)
  const firstFailures = new Set(world.history.flatMap((entry) => (entry.kind === 'F' ? [entry.at] : [])))
  for (const { started_at, resolution } of world.incidents) {
    assert(world.setBack || firstFailures.has(started_at))
    if (resolution !== null) seen[resolution]++
  }
  seen.holes += world.holes.length
  seen.setBack += world.setBack ? 1 : 0
}

it(`transition agrees with the oracle on ${SEQUENCES} random histories`, { timeout: 300_000 }, () => {
  assert.equal(MOVES.length, 32)
  fc.assert(fc.property(fc.uint8Array({ maxLength: 48, size: 'max' }), play(MOVES)), { numRuns: SEQUENCES })
  expect(seen.recovered).toBeGreaterThan(SEQUENCES / 10)
  expect(seen.paused).toBeGreaterThan(SEQUENCES / 10)
  expect(seen.deleted).toBeGreaterThan(SEQUENCES / 50)
  expect(seen.changed).toBeGreaterThan(SEQUENCES / 50)
  expect(seen.holes).toBeGreaterThan(SEQUENCES)
  expect(seen.stale).toBeGreaterThan(SEQUENCES)
  expect(seen.setBack).toBeGreaterThan(SEQUENCES / 10)
  expect([seen.held, seen.confirmed_sooner]).toEqual([0, 0])
})

it('transition agrees with the oracle when the traffic of the website has an opinion', { timeout: 300_000 }, () => {
  assert.equal(OPINION_MOVES.length, 32)
  const runs = SEQUENCES / 2
  fc.assert(fc.property(fc.uint8Array({ maxLength: 48, size: 'max' }), play(OPINION_MOVES)), { numRuns: runs })
  expect(seen.held).toBeGreaterThan(runs / 10)
  expect(seen.confirmed_sooner).toBeGreaterThan(runs / 10)
})

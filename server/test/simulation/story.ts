import { MINUTE_MS, SECOND_MS } from '@sitewatch/contract/durations'
import { makePicker, makeRandom, type Random } from '../../src/demo/random.ts'

export interface Span {
  from: number
  to: number
}

export interface StoryMonitor {
  id: number
  interval_seconds: number
  parent_ids: number[]
  provider_ids: number[]
  /** When its target does not answer. */
  outages: Span[]
}

export interface StoryProvider {
  id: number
  /** When its service is ill. */
  sick: Span[]
  /** It stays away until its deliveries are given up. */
  dead_from: number | null
}

export interface StoryStep {
  after_minutes: number
  repeats: number
  repeat_minutes: number
  provider_ids: number[]
}

/** What happens to the world, drawn from one seed. Times are milliseconds since the start. */
export interface Story {
  monitors: StoryMonitor[]
  providers: StoryProvider[]
  escalation: { steps: StoryStep[]; repeats: number; repeat_minutes: number } | null
  reminder_minutes: number | null
  workers: number
  /** The share of the calls at which a worker dies, or stops for a while. */
  death_share: number
  stop_share: number
  clock_jumps: { at: number; by_ms: number }[]
  /** The share of the incidents that somebody acknowledges. */
  acknowledged_share: number
  /** From then on, everything but a dead provider is well again. */
  well_from: number
}

const between = (random: Random, from: number, to: number): number => from + random() * (to - from)
const integer = (random: Random, from: number, to: number): number => Math.floor(between(random, from, to + 1))
const listTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1)

function pickSome(random: Random, ids: readonly number[], most: number): number[] {
  const left = [...ids]
  const picked: number[] = []
  for (let n = integer(random, 1, Math.min(most, ids.length)); n > 0; n--) {
    picked.push(...left.splice(Math.floor(random() * left.length), 1))
  }
  return picked.sort((one, other) => one - other)
}

type Shape = 'ordinary' | 'storm' | 'flapping'
const pickShape = makePicker<Shape>([
  ['ordinary', 80],
  ['storm', 8],
  ['flapping', 6],
])

/** A child has monitors with a smaller id as parents, so there are no cycles. */
function drawMonitors(random: Random, shape: Shape, provider_ids: readonly number[]): StoryMonitor[] {
  const count = shape === 'storm' ? integer(random, 11, 14) : integer(random, 1, 5)
  const hasParents = shape !== 'storm' && random() < 0.6
  return listTo(count).map((id) => ({
    id,
    interval_seconds: shape === 'flapping' ? 30 : integer(random, 5, 10) * 60,
    parent_ids: hasParents && id > 1 && random() < 0.6 ? pickSome(random, listTo(id - 1), 2) : [],
    provider_ids: shape === 'storm' ? [1] : pickSome(random, provider_ids, 2),
    outages: [],
  }))
}

/** Outages of one monitor, which take down what is behind it about as often as not; overlapping ones are merged by who asks. */
function drawOutages(random: Random, monitors: readonly StoryMonitor[], shape: Shape, until: number): void {
  if (shape === 'storm') {
    const from = between(random, MINUTE_MS, until / 3)
    for (const monitor of monitors) {
      const start = from + random() * 20 * SECOND_MS
      monitor.outages.push({ from: start, to: start + between(random, 3, 8) * MINUTE_MS })
    }
    return
  }
  for (let n = integer(random, 1, 3); n > 0; n--) {
    const first = monitors[Math.floor(random() * monitors.length)]
    if (!first) return
    const from = between(random, MINUTE_MS, until - 2 * MINUTE_MS)
    const to = from + Math.min(until - from, between(random, 0.4, 14) * MINUTE_MS)
    first.outages.push({ from, to })
    for (const child of monitors.filter(({ parent_ids }) => parent_ids.includes(first.id))) {
      if (random() < 0.3) continue
      const longer = random() < 0.3 ? between(random, 1, 16) * MINUTE_MS : between(random, -5, 20) * SECOND_MS
      child.outages.push({ from: from + between(random, -10, 10) * SECOND_MS, to: Math.min(until, to + longer) })
    }
  }
  const [flapping] = shape === 'flapping' ? monitors : []
  for (let at = MINUTE_MS; flapping && at < 14 * MINUTE_MS; at += 150 * SECOND_MS) {
    flapping.outages.push({ from: at, to: at + 70 * SECOND_MS })
  }
}

function drawEscalation(random: Random, provider_ids: readonly number[]): Story['escalation'] {
  if (random() < 0.4) return null
  const steps = listTo(integer(random, 1, 3)).map((position) => ({
    after_minutes: position === 1 && random() < 0.4 ? 0 : integer(random, 1, 4),
    repeats: random() < 0.6 ? 0 : integer(random, 1, 2),
    repeat_minutes: integer(random, 1, 3),
    provider_ids: pickSome(random, provider_ids, 2),
  }))
  return { steps, repeats: random() < 0.7 ? 0 : 1, repeat_minutes: integer(random, 1, 4) }
}

export function drawStory(seed: number): Story {
  const random = makeRandom(seed)
  const shape = pickShape(random)
  const well_from = between(random, 12, 30) * MINUTE_MS
  const provider_ids = listTo(integer(random, 1, 3))
  const monitors = drawMonitors(random, shape, provider_ids)
  drawOutages(random, monitors, shape, well_from)
  const providers = provider_ids.map((id) => ({
    id,
    sick: random() < 0.3 ? [] : listTo(integer(random, 1, 2)).map(() => drawSickness(random, well_from)),
    dead_from: random() < 0.01 ? between(random, 0, well_from) : null,
  }))
  const isCalm = random() < 0.2
  return {
    monitors,
    providers,
    escalation: drawEscalation(random, provider_ids),
    reminder_minutes: random() < 0.3 ? integer(random, 5, 8) : null,
    workers: integer(random, 1, 3),
    death_share: isCalm ? 0 : between(random, 0, 0.02),
    stop_share: isCalm ? 0 : between(random, 0, 0.02),
    clock_jumps: random() < 0.8 ? [] : listTo(integer(random, 1, 2)).map(() => drawJump(random, well_from)),
    acknowledged_share: random() < 0.5 ? 0 : between(random, 0.2, 0.8),
    well_from,
  }
}

function drawSickness(random: Random, until: number): Span {
  const from = between(random, 0, until)
  return { from, to: Math.min(until, from + between(random, 1, 15) * MINUTE_MS) }
}

function drawJump(random: Random, until: number): Story['clock_jumps'][number] {
  const by_ms = between(random, 10 * SECOND_MS, 60 * MINUTE_MS) * (random() < 0.5 ? -1 : 1)
  return { at: between(random, MINUTE_MS, until), by_ms: Math.round(by_ms) }
}

export const isWithin = (spans: readonly Span[], at: number): boolean =>
  spans.some(({ from, to }) => from <= at && at < to)

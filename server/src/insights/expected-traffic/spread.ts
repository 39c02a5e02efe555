import { HOUR_MS } from '@sitewatch/contract/durations'
import type { Cell } from './cells.ts'
import type { Forecasts } from './level.ts'
import { normalQuantile } from './quantile.ts'
import { clamp, medianOf, quantileOf } from './robust.ts'

/**
 * How far visits lie from what was expected: their variance is `counts` × expected + `relative` × expected². The first part is chance,
 * 1 when every visitor comes alone; the second is everything that moves many visitors at once, by the length of the span.
 */
export interface Spread {
  readonly counts: number
  readonly relative: readonly { readonly hours: number; readonly variance: number }[]
  /** The relative variance of a whole day. */
  readonly day: number
  /** Of an hour, once the hours before it are known, and downwards only: a link that many people follow does not hide a drop. */
  readonly short: { readonly counts: number; readonly relative: number }
}

/** Expected and seen, over some hours in sequence. */
interface Block {
  expected: number
  seen: number
}

const COVERAGE = 0.9
const Z = normalQuantile((1 + COVERAGE) / 2)
const HOURS = [1, 2, 4, 8, 24, 72, 168] as const
/** With fewer expected visits, chance is all that can be seen. */
const MIN_EXPECTED = 3
const MIN_BLOCKS = 8
const GROUPS = 8

/**
 * The relative variance with which a block would lie exactly at the edge of its range. The range is that of a gamma distribution, in the
 * approximation of Wilson and Hilferty, which can be solved for the variance (expect.ts).
 */
function varianceNeeded({ expected, seen }: Block): number {
  const distance = Math.max(Math.abs(seen - expected) - 0.5, 0) * Math.sign(seen - expected)
  const root = Math.cbrt(Math.max(expected + distance, 0) / expected)
  const x =
    root > 1 ? (Z - Math.sqrt(Math.max(Z * Z - 4 * (root - 1), 0))) / 2 : (Math.sqrt(Z * Z + 4 * (1 - root)) - Z) / 2
  return 9 * x * x
}

interface Noise {
  counts: number
  relative: number
}

/** Both parts from blocks of many sizes: what small and large ones have in common is relative, the rest is chance. */
function fitNoise(blocks: readonly Block[]): Noise {
  const usable = blocks.filter(({ expected }) => expected >= 1).sort((a, b) => a.expected - b.expected)
  if (usable.length < MIN_BLOCKS) return { counts: 1, relative: 0 }
  const size = Math.max(MIN_BLOCKS, Math.ceil(usable.length / GROUPS))
  const groups = []
  for (let from = 0; from + MIN_BLOCKS <= usable.length; from += size) {
    const group = usable.slice(from, from + size)
    groups.push({
      inverse: 1 / medianOf(group.map(({ expected }) => expected)),
      found: Math.max(quantileOf(group.map(varianceNeeded), COVERAGE), 1e-6),
    })
  }
  return solve(groups)
}

/** Visitors come in groups of a few; what looks like larger ones on a busy website is a change of its traffic. */
const MAX_COUNTS = 4

/** found = counts × inverse + relative, by least squares of the relative errors; chance alone is at least that of single visitors. */
function solve(groups: readonly { inverse: number; found: number }[]): Noise {
  let [ii, i, one, fi, f] = [0, 0, 0, 0, 0]
  for (const { inverse, found } of groups) {
    const weight = 1 / found ** 2
    ii += weight * inverse * inverse
    i += weight * inverse
    one += weight
    fi += weight * found * inverse
    f += weight * found
  }
  const determinant = ii * one - i * i
  const counts = determinant > 1e-9 * ii * one ? Math.min((fi * one - f * i) / determinant, MAX_COUNTS) : 1
  if (counts < 1) return { counts: 1, relative: Math.max((f - i) / one, 0) }
  const relative = (f - counts * i) / one
  return relative < 0 ? { counts: clamp(fi / ii, 1, MAX_COUNTS), relative: 0 } : { counts, relative }
}

const LIMIT_SDS = 3

/** Cuts visits to three standard deviations around what was expected. */
export function limitOf(
  cells: readonly Cell[],
  at: (cell: Cell) => number,
): (visits: number, expected: number) => number {
  const { counts, relative } = fitNoise(cells.map((cell) => ({ expected: at(cell), seen: cell.visits })))
  return (visits, expected) => {
    const sd = Math.sqrt(counts * expected + relative * expected ** 2)
    return clamp(visits, expected - LIMIT_SDS * sd, expected + LIMIT_SDS * sd + 1)
  }
}

interface Backtest {
  forecasts: Forecasts
  /** By cell: its share of the level. */
  shares: readonly number[]
}

/** Blocks of hours in sequence; the level is the one that was forecast for the day of the first hour. */
function blocksOf(cells: readonly Cell[], hours: number, { forecasts, shares }: Backtest): Block[] {
  const step = hours <= 24 ? hours : 24
  const blocks: Block[] = []
  for (let from = 0; from + hours <= cells.length; from += step) {
    const [first, last] = [cells[from], cells[from + hours - 1]]
    const level = first && forecasts.byDay.get(first.day)
    if (!first || !last || level === undefined || last.hour_ms - first.hour_ms !== (hours - 1) * HOUR_MS) continue
    const block = { expected: 0, seen: 0 }
    for (let index = from; index < from + hours; index++) {
      block.expected += level * (shares[index] ?? 0)
      block.seen += cells[index]?.visits ?? 0
    }
    if (block.expected > 0) blocks.push(block)
  }
  return blocks
}

/**
 * From the errors that the model would have made on each day of its history, with what was known the day before. The range is the one
 * that nine in ten of them kept, so nothing is assumed about how visits vary, and the few worst do not count by how bad they were.
 */
export function fitSpread(cells: readonly Cell[], backtest: Backtest): Spread {
  const blocks = HOURS.map((hours) => ({ hours, blocks: blocksOf(cells, hours, backtest) }))
  const isInformative = ({ expected }: Block): boolean => expected >= MIN_EXPECTED
  const finest = blocks.find(
    (each) => each.blocks.filter(isInformative).length >= Math.max(MIN_BLOCKS, each.blocks.length / 2),
  )
  const { counts } = fitNoise(finest?.blocks ?? [])
  const relative: { hours: number; variance: number }[] = []
  for (const { hours, blocks: all } of blocks) {
    const informative = all.filter(isInformative)
    if (informative.length < MIN_BLOCKS) continue
    const needed = informative.map((block) => varianceNeeded(block) - counts / block.expected)
    // The next error is one more than those that were seen.
    const variance = quantileOf(needed, Math.min((COVERAGE * (needed.length + 1)) / needed.length, 1))
    relative.push({ hours, variance: Math.max(rounded(variance), 0) })
  }
  const day = relative.find(({ hours }) => hours >= 24)?.variance ?? relative.at(-1)?.variance ?? 0
  return { counts: rounded(counts), relative, day, short: fitShort(cells, backtest, { counts, day }) }
}

const rounded = (value: number): number => Number(value.toPrecision(4))

const HOURS_BEFORE = 4
/** Used when there were too few visits to measure it. */
const USUAL_VARIANCE = 0.02
const MIN_VARIANCE = 0.003

/** How far an hour falls short of what the model and the four hours before it predict. */
function fitShort(
  cells: readonly Cell[],
  { forecasts, shares }: Backtest,
  { counts, day }: { counts: number; day: number },
): Spread['short'] {
  const prior = 1 / Math.max(day, USUAL_VARIANCE)
  const expected = cells.map((cell, index) => (forecasts.byDay.get(cell.day) ?? 0) * (shares[index] ?? 0))
  const blocks: Block[] = []
  for (let index = HOURS_BEFORE; index < cells.length; index++) {
    const [cell, first] = [cells[index], cells[index - HOURS_BEFORE]]
    if (!cell || !first || cell.hour_ms - first.hour_ms !== HOURS_BEFORE * HOUR_MS) continue
    let [seenBefore, expectedBefore] = [prior, prior]
    for (let before = index - HOURS_BEFORE; before < index; before++) {
      seenBefore += (cells[before]?.visits ?? 0) / counts
      expectedBefore += (expected[before] ?? 0) / counts
    }
    const block = { expected: (expected[index] ?? 0) * Math.min(seenBefore / expectedBefore, 1), seen: cell.visits }
    if (block.expected >= MIN_EXPECTED && block.seen < block.expected) blocks.push(block)
  }
  if (blocks.length < MIN_BLOCKS) return { counts: 1, relative: USUAL_VARIANCE }
  const noise = fitNoise(blocks)
  return { counts: rounded(noise.counts), relative: rounded(Math.max(noise.relative, MIN_VARIANCE)) }
}

/** A value that holds from x0 to x1; y null is a gap. */
export interface StepPoint {
  x0: number
  x1: number
  y: number | null
}

const round = (value: number): string => String(Math.round(value * 100) / 100)

/** Splits points into runs without gaps. */
export function splitRuns<T extends { y: number | null }>(points: readonly T[]): (T & { y: number })[][] {
  const runs: (T & { y: number })[][] = []
  let run: (T & { y: number })[] = []
  for (const point of points) {
    if (point.y !== null) run.push(point as T & { y: number })
    else if (run.length > 0) {
      runs.push(run)
      run = []
    }
  }
  return run.length > 0 ? [...runs, run] : runs
}

function traceRun(run: readonly (StepPoint & { y: number })[]): string {
  return run
    .map(({ x0, x1, y }, index) => `${index === 0 ? `M${round(x0)} ${round(y)}` : `V${round(y)}`}H${round(x1)}`)
    .join('')
}

/** Draws steps: a count belongs to its whole hour or day, and therefore to exactly that part of the axis. */
export const drawSteps = (points: readonly StepPoint[]): string => splitRuns(points).map(traceRun).join('')

export function drawStepArea(points: readonly StepPoint[], floor: number): string {
  return splitRuns(points)
    .map((run) => `${traceRun(run)}V${round(floor)}H${round(run[0]?.x0 ?? 0)}Z`)
    .join('')
}

export interface LinePoint {
  x: number
  y: number | null
}

const traceLine = (run: readonly { x: number; y: number }[]): string =>
  run.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')

/** A single point between two gaps is drawn as a short dash, because a line through one point is invisible. */
export function drawLine(points: readonly LinePoint[]): string {
  return splitRuns(points)
    .map((run) => {
      const [only] = run
      return run.length === 1 && only ? `M${round(only.x - 1)} ${round(only.y)}h2` : traceLine(run)
    })
    .join('')
}

export interface BandPoint {
  x: number
  /** Both null where there is a gap. */
  low: number | null
  high: number | null
}

export function drawBand(points: readonly BandPoint[]): string {
  return splitRuns(points.map(({ x, low, high }) => ({ x, low: low ?? 0, y: low === null ? null : high })))
    .map(
      (run) =>
        `${traceLine(run)}${run
          .toReversed()
          .map(({ x, low }) => `L${round(x)} ${round(low)}`)
          .join('')}Z`,
    )
    .join('')
}

/** A bar of full height with a notch at the top, so that down is recognizable without colour. */
export function drawNotchedBar(x: number, y: number, width: number, height: number): string {
  const right = x + width
  const middle = x + width / 2
  const depth = Math.min(height / 3, Math.max(2, width / 2), 4)
  const half = Math.min(width / 2, depth)
  return `M${round(x)} ${round(y)}H${round(middle - half)}L${round(middle)} ${round(y + depth)}L${round(middle + half)} ${round(y)}H${round(right)}V${round(y + height)}H${round(x)}Z`
}

import { formatCount } from '../../format.ts'

/** "↑ 12 %" against the period before; undefined when there is nothing to compare with. */
export function describeChange(now: number | null, before: number | null | undefined): string | undefined {
  if (now === null || before === null || before === undefined) return undefined
  if (now === before) return 'as before'
  if (before === 0) return 'none before'
  const percent = Math.round((100 * (now - before)) / before)
  if (percent === 0) return 'as before'
  return `${percent > 0 ? '↑' : '↓'} ${formatCount(Math.abs(percent))} %`
}

/** Of what is a percentage itself: by how many points. */
export function describePoints(now: number | null, before: number | null | undefined): string | undefined {
  if (now === null || before === null || before === undefined) return undefined
  const points = Math.round(now - before)
  return points === 0
    ? 'as before'
    : `${points > 0 ? '↑' : '↓'} ${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`
}

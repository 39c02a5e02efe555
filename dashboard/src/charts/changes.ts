import { plural, t } from '@lingui/core/macro'
import { changeOf, pointsOf } from '@sitewatch/contract/format'
import { formatCount } from './figures.ts'

/** "↑ 12 %" compared with the previous period; undefined when there is nothing to compare with. */
export function describeChange(now: number | null, before: number | null | undefined): string | undefined {
  if (now === null || before === null || before === undefined) return undefined
  if (now === before) return t`No change`
  const percent = changeOf(now, before)
  if (percent === undefined) return t`No previous data`
  return `${percent > 0 ? '↑' : '↓'} ${formatCount(Math.abs(percent))} %`
}

/** The change of a value that is a percentage itself, in percentage points. */
export function describePoints(now: number | null, before: number | null | undefined): string | undefined {
  if (now === null || before === null || before === undefined) return undefined
  const points = pointsOf(now, before)
  if (points === 0) return t`No change`
  const size = Math.abs(points)
  return `${points > 0 ? '↑' : '↓'} ${plural(size, { one: '# point', other: '# points' })}`
}

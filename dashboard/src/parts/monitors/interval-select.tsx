import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Select } from '../../ui/index.ts'

const INTERVALS: readonly (readonly [number, MessageDescriptor])[] = [
  [30, msg`Every 30 seconds`],
  [60, msg`Every minute`],
  [300, msg`Every 5 minutes`],
  [900, msg`Every 15 minutes`],
  [3600, msg`Every hour`],
  [86_400, msg`Every day`],
]

/** Includes the current interval, which may be any number of seconds. */
export function IntervalSelect({ interval }: { interval: number }) {
  const { t } = useLingui()
  const intervals = INTERVALS.some(([seconds]) => seconds === interval)
    ? INTERVALS
    : [...INTERVALS, [interval, msg`Every ${interval} seconds`] as const]
  return (
    <Select
      name="interval"
      label={t`Check interval`}
      defaultValue={String(interval)}
      choices={intervals.map(([seconds, label]) => ({ value: String(seconds), label: t(label) }))}
    />
  )
}

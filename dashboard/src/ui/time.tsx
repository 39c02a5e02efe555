import { t } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import { formatDay, formatMinute, formatMoment, formatRelative } from '../platform/format.ts'

const TICK_MS = 1000
const STEP_MS = 10_000
let now = Date.now()
let ticking: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // The clock does not run while there are no subscribers.
  if (ticking === undefined) now = Date.now()
  ticking ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

/** One clock for the whole page. It has steps of ten seconds by default; a display of seconds passes a smaller step. */
export const useNow = (step_ms = STEP_MS): number =>
  useSyncExternalStore(subscribe, () => Math.floor(now / step_ms) * step_ms)

interface TimeProps {
  at: string | null
  /** `relative`: "3 minutes ago"; `moment`: date and time; `minute`: without seconds; `day`: the date. Hovering always shows the moment. */
  as?: 'relative' | 'moment' | 'minute' | 'day'
  /** Shown when there is no time. */
  none?: string
}

const FORMATS = { moment: formatMoment, minute: formatMinute, day: formatDay }
/** Date and time may wrap to two lines, a date alone may not. */
const CLASSES = {
  relative: 'whitespace-nowrap',
  moment: 'figures text-sm',
  minute: 'figures text-sm',
  day: 'figures text-sm whitespace-nowrap',
}

function RelativeTime({ at }: { at: string }) {
  const at_ms = Date.parse(at)
  // A time after the last tick is shown as now, not as in some seconds.
  const current = useNow()
  return formatRelative(at_ms, Math.max(current, Math.min(at_ms, current + STEP_MS)))
}

export function Time({ at, as = 'relative', none = t`Never` }: TimeProps) {
  if (at === null) return <span className="whitespace-nowrap text-soft">{none}</span>
  return (
    <time dateTime={at} title={formatMoment(at)} className={CLASSES[as]}>
      {as === 'relative' ? <RelativeTime at={at} /> : FORMATS[as](at)}
    </time>
  )
}

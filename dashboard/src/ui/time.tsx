import { t } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import { formatDay, formatMinute, formatMoment, formatRelative } from '../format.ts'

const TICK_MS = 1000
const STEP_MS = 10_000
let now = Date.now()
let ticking: ReturnType<typeof setInterval> | undefined
const watchers = new Set<() => void>()

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  // While nobody watched, the clock stood still.
  if (ticking === undefined) now = Date.now()
  ticking ??= setInterval(() => {
    now = Date.now()
    for (const each of watchers) each()
  }, TICK_MS)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

/** One clock for the whole page, in ten-second steps unless told: what counts seconds says so. */
export const useNow = (step_ms = STEP_MS): number =>
  useSyncExternalStore(watch, () => Math.floor(now / step_ms) * step_ms)

interface TimeProps {
  at: string | null
  /** `relative`: "3 minutes ago"; `moment`: date and time; `minute`: without seconds; `day`: the date. Hovering always shows the moment. */
  as?: 'relative' | 'moment' | 'minute' | 'day'
  /** Shown when there is no time. */
  none?: string
}

const FORMATS = { moment: formatMoment, minute: formatMinute, day: formatDay }
/** Date and time may stand on two lines, a date alone not. */
const CLASSES = {
  relative: 'whitespace-nowrap',
  moment: 'figures text-sm',
  minute: 'figures text-sm',
  day: 'figures text-sm whitespace-nowrap',
}

function RelativeTime({ at }: { at: string }) {
  const at_ms = Date.parse(at)
  // What happened after the last tick is now, not in some seconds.
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

import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { type ReactNode, useId } from 'react'

export type StatusName = 'up' | 'degraded' | 'down' | 'paused' | 'unknown' | 'pending'

export const STATUS_WORDS: Record<StatusName, MessageDescriptor> = {
  up: msg`Up`,
  degraded: msg`Degraded`,
  down: msg`Down`,
  paused: msg`Paused`,
  unknown: msg`Unknown`,
  pending: msg`Pending first check`,
}

const COLOURS: Record<StatusName, string> = {
  up: 'text-up',
  degraded: 'text-degraded',
  down: 'text-down',
  paused: 'text-soft',
  unknown: 'text-soft',
  pending: 'text-soft',
}

const OUTLINE = { x: 1.5, y: 1.5, width: 7, height: 13, rx: 1, fill: 'none', stroke: 'currentColor' }

function Hatched() {
  const hatch = useId()
  return (
    <>
      <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2" height="4" fill="currentColor" />
      </pattern>
      <rect {...OUTLINE} fill={`url(#${hatch})`} />
    </>
  )
}

const SHAPES: Record<StatusName, ReactNode> = {
  up: <rect x="1" y="1" width="8" height="14" rx="1" fill="currentColor" />,
  degraded: (
    <>
      <rect {...OUTLINE} />
      <rect x="1" y="8" width="8" height="7" rx="1" fill="currentColor" />
    </>
  ),
  down: <path d="M1 1h8v5L5.5 8 9 10v5H1z" fill="currentColor" />,
  paused: <Hatched />,
  unknown: <rect {...OUTLINE} />,
  pending: <rect {...OUTLINE} strokeDasharray="2 2" />,
}

/** A bar whose shape shows the status without colour: full, half, notched, hatched, empty, dashed. */
export function StatusMark({ name }: { name: StatusName }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 10 16"
      width="10"
      height="16"
      className={`inline-block flex-none self-center ${COLOURS[name]}`}
    >
      {SHAPES[name]}
    </svg>
  )
}

/** The mark with its label, or with another text such as "Down for 3 min". */
export function Status({ name, children }: { name: StatusName; children?: ReactNode }) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <StatusMark name={name} />
      <span className={`font-sans ${name === 'down' ? 'font-medium text-down' : ''}`}>
        {children ?? t(STATUS_WORDS[name])}
      </span>
    </span>
  )
}

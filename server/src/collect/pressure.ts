import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { PressureMeter } from './fairness.ts'

const BUSY_SHARE = 0.85
/** Half of what a commit takes. Busy with others' work or short of a processor: whoever waits does not care which. */
const LATE_MS = 25
const RESOLUTION_MS = 10

export interface Pressure {
  measure: PressureMeter
  stop(): void
}

/** The larger of two shares of what is bearable: time in which the process was busy, and how late it came to its work. */
export function createPressureMeter(): Pressure {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let last = performance.eventLoopUtilization()
  return {
    measure() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      const late_ms = Math.max(0, delays.max / 1e6 - RESOLUTION_MS)
      delays.reset()
      return Math.max(utilization / BUSY_SHARE, late_ms / LATE_MS)
    },
    stop: () => void delays.disable(),
  }
}

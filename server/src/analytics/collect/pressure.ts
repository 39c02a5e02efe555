import { performance } from 'node:perf_hooks'
import type { PressureMeter } from './fairness.ts'

/** From here on whoever comes waits noticeably behind the others; measured with a flood beside ten quiet websites. */
const BUSY_SHARE = 0.5
/** Half of what a commit takes. Busy with others' work or short of a processor: whoever waits does not care which. */
const LATE_MS = 25

export interface Pressure {
  measure: PressureMeter
  /** How late this process just came to its work. */
  noteLate(late_ms: number): void
}

/** The larger of two shares of what is bearable: time in which the process was busy, and how late it came to its work. */
export function createPressureMeter(): Pressure {
  let last = performance.eventLoopUtilization()
  let latest_ms = 0
  return {
    measure() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      const pressure = Math.max(utilization / BUSY_SHARE, latest_ms / LATE_MS)
      last = now
      latest_ms = 0
      return pressure
    },
    noteLate: (late_ms) => void (latest_ms = Math.max(latest_ms, late_ms)),
  }
}

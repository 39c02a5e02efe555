import { performance } from 'node:perf_hooks'
import type { PressureMeter } from './fairness.ts'

/** From this share on, a request waits noticeably; measured with a flood beside ten quiet websites. */
const BUSY_SHARE = 0.5
/** Half of what a commit takes. It does not matter whether the process is busy or the machine is short of CPU. */
const LATE_MS = 25

export interface Pressure {
  measure: PressureMeter
  /** How late the last tick was. */
  noteLate(late_ms: number): void
}

/** The larger of two shares of their limits: the time in which the process was busy, and how late its ticks were. */
export function createPressureMeter(): Pressure {
  let last = performance.eventLoopUtilization()
  let max_late_ms = 0
  return {
    measure() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      const pressure = Math.max(utilization / BUSY_SHARE, max_late_ms / LATE_MS)
      last = now
      max_late_ms = 0
      return pressure
    },
    noteLate: (late_ms) => void (max_late_ms = Math.max(max_late_ms, late_ms)),
  }
}

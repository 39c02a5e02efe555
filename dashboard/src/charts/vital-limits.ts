import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
export type VitalName = 'lcp_ms' | 'inp_ms' | 'cls' | 'fcp_ms' | 'ttfb_ms'
export type Verdict = 'good' | 'fair' | 'poor'

interface VitalLimits {
  name: VitalName
  title: MessageDescriptor
  /** Up to here, it is good. */
  good: number
  /** Beyond here, it is poor. */
  poor: number
}

/** web.dev's limits. */
export const VITALS: readonly VitalLimits[] = [
  { name: 'lcp_ms', title: msg`Largest Contentful Paint: when the main content is visible`, good: 2500, poor: 4000 },
  { name: 'inp_ms', title: msg`Interaction to Next Paint: how fast the page responds to input`, good: 200, poor: 500 },
  { name: 'cls', title: msg`Cumulative Layout Shift: how much the layout moves`, good: 0.1, poor: 0.25 },
  { name: 'fcp_ms', title: msg`First Contentful Paint: when the first content is visible`, good: 1800, poor: 3000 },
  { name: 'ttfb_ms', title: msg`Time to First Byte: how fast the server responds`, good: 800, poor: 1800 },
]

const limitsOf = (name: VitalName): VitalLimits => {
  const limits = VITALS.find((vital) => vital.name === name)
  if (!limits) throw new Error(`no such vital: ${name}`)
  return limits
}

export function judgeVital(name: VitalName, value: number): Verdict {
  const { good, poor } = limitsOf(name)
  return value <= good ? 'good' : value <= poor ? 'fair' : 'poor'
}

/** Position on the scale in percent. Each rating takes a third of the scale; large values stay at its end. */
export function placeVital(name: VitalName, value: number): number {
  const { good, poor } = limitsOf(name)
  const third = 100 / 3
  if (value <= good) return (value / good) * third
  if (value <= poor) return third + ((value - good) / (poor - good)) * third
  return Math.min(100, 2 * third + ((value - poor) / poor) * third)
}

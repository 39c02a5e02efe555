export const STEPS = 5

/**
 * 0 for none, then 1 to 5 on a logarithmic scale. Mostly, one country has more visitors than all others, and on a linear scale it would
 * be the only visible one.
 */
export function findStep(count: number, max: number): number {
  if (count <= 0) return 0
  if (max <= 1) return STEPS
  return Math.min(STEPS, 1 + Math.floor((Math.log(count) / Math.log(max)) * (STEPS - 1) + 1e-9))
}

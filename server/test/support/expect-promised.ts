import { expect } from 'vitest'
import { promisedMs } from './promised.ts'

/**
 * Compares how long something took with what we promise, in the full tests only: a slow machine fails no test of `.ci/run`, which shows
 * the order of things instead.
 */
export function expectPromised(took_ms: number, limit_ms: number): void {
  if (process.env['TEST_SIZE'] === 'full') expect(took_ms).toBeLessThan(promisedMs(limit_ms))
}

/** How long it takes, in milliseconds. */
export async function measure(work: Promise<unknown>): Promise<number> {
  const began_ms = performance.now()
  await work
  return performance.now() - began_ms
}

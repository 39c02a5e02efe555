import { sized } from './size.ts'

/** For tests that hang, on any machine: less than the time limit of a test, so that the error says what was waited for. */
const LIMIT_MS = sized(120_000, 600_000)
const POLL_MS = 25

const describe = (state: unknown): string => `; the last state: ${JSON.stringify(state)}`

/**
 * Waits until `check` returns anything but false, undefined or null, and returns that. The error names what was waited for and the last
 * state, which is what `show` returns.
 */
export async function until<T>(
  check: () => T | Promise<T>,
  what: string,
  show?: () => unknown,
): Promise<Exclude<T, false | undefined | null>> {
  const started_ms = performance.now()
  for (;;) {
    const found = await check()
    if (found !== false && found !== undefined && found !== null) return found as Exclude<T, false | undefined | null>
    if (performance.now() - started_ms > LIMIT_MS) {
      throw new Error(`waited ${LIMIT_MS} ms in vain until ${what}${show ? describe(await show()) : ''}`)
    }
    // oxlint-disable-next-line no-restricted-globals -- The one poll of the tests, for what reports no event.
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000

/** The code of the current time step, the one before (-1) or the one after (+1). */
export const codeOf = (secret: string, step = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + step * STEP_MS,
  })

/** Waits, if needed, so that the following requests are in one time step. A code is valid one step to either side. */
export async function beginInStep(): Promise<void> {
  const left_ms = STEP_MS - (Date.now() % STEP_MS)
  // oxlint-disable-next-line no-restricted-globals -- The codes are of the real clock.
  if (left_ms < 4000) await new Promise((resolve) => setTimeout(resolve, left_ms))
}

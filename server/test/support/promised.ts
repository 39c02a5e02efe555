/** A time limit that we promise on a dedicated machine; a shared one, like that of CI, gets three times as long. Only full tests compare. */
export const promisedMs = (ms: number): number => (process.env['CI'] ? 3 * ms : ms)

/**
 * A time limit that we promise on a dedicated machine. CI shares its machine, which was eight times slower for minutes: there the
 * limit is three times as long, and the benches measure it in comparison with something else.
 */
export const promisedMs = (ms: number): number => (process.env['CI'] ? 3 * ms : ms)

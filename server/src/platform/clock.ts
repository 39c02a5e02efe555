/** Injected wherever time decides something, so that tests can step it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

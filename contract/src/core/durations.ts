/** The only place where they are defined; a day is one of UTC, always 24 hours long. Does not import a schema, because the dashboard also uses this file. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS

/** Limits of what is read of a file. Larger files are refused before anything of them is translated. */

/** Rows for tags and notifications: there is one for each monitor that uses them. */
export const MAX_RELATED_ROWS = 100_000
/** An export of UptimeRobot has about twenty columns. */
export const MAX_COLUMNS = 200
/** Groups that a monitor is in. */
export const MAX_GROUPS = 20
/** Notifications that are listed. */
export const MAX_PROVIDERS = 1000
/** Names and types are shown as they are in the source, up to this length. */
export const MAX_SHOWN = 200
/** The same for URLs and notes. */
export const MAX_SHOWN_TARGET = 2048
/** Settings of one monitor as JSON. The largest valid ones have 92 kB. */
export const MAX_MONITOR_CHARACTERS = 128 * 1024

/** "2026-11-15 02:41 UTC": the reader's zone is unknown, and a wrong one is worse than none. */
export const formatUtcTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/**
 * The time in which a deploy may have caused an incident: the minutes before its first failed check, and that moment. A deploy after it is
 * more likely the fix.
 */
export function findWindowBefore(started_at: string, minutes: number): { after: Date; until: Date } {
  const until = new Date(started_at)
  return { after: new Date(until.getTime() - minutes * 60_000), until }
}

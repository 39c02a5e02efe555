/**
 * When a deploy may have caused an incident: in the minutes before its first failed check, and at that moment. Not after it: such a deploy is more
 * likely the repair.
 */
export function findWindowBefore(started_at: string, minutes: number): { after: Date; until: Date } {
  const until = new Date(started_at)
  return { after: new Date(until.getTime() - minutes * 60_000), until }
}

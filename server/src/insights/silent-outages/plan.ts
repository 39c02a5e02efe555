import { HOUR_MS } from '@sitewatch/contract/durations'
import type { TrafficJudgement } from '../expected-traffic/index.ts'

export interface WatchState {
  readonly now_ms: number
  readonly verdict: TrafficJudgement['verdict']
  readonly alerts_on: boolean
  /** A check of the website fails or just did, or it is in maintenance: the drop is explained. */
  readonly is_explained: boolean
  readonly incident: { readonly normal_since_ms: number | null } | null
  readonly spike_ms: number | null
}

export type WatchAction = 'open' | 'resolve' | 'pause' | 'note_normal' | 'note_drop' | 'note_spike' | 'nothing'

/** A single normal verdict may be chance: traffic is back once it was normal for this long. */
export const NORMAL_MS = 10 * 60_000
/** One annotation says that there was a spike; a busy day needs no second one. */
export const SPIKE_MS = 24 * HOUR_MS

/**
 * What to do after the traffic of a website was judged. Pure, so that a test can simulate days.
 *
 * | traffic      | incident              | action                                                        |
 * |--------------|-----------------------|---------------------------------------------------------------|
 * | any          | open, alerts are off  | pause: resolved without a message                             |
 * | drop         | none                  | open, unless alerts are off or a check explains it            |
 * | drop         | open                  | note_drop: what was normal for a moment does not count        |
 * | normal,spike | open                  | note_normal; after ten minutes resolve                        |
 * | spike        | none                  | note_spike, once a day                                        |
 * | cannot_tell  | any                   | nothing                                                       |
 */
export function planWatch({ now_ms, verdict, alerts_on, is_explained, incident, spike_ms }: WatchState): WatchAction {
  if (incident && !alerts_on) return 'pause'
  if (verdict === 'cannot_tell') return 'nothing'
  if (verdict === 'drop') {
    if (incident) return incident.normal_since_ms === null ? 'nothing' : 'note_drop'
    return alerts_on && !is_explained ? 'open' : 'nothing'
  }
  if (incident) {
    if (incident.normal_since_ms === null) return 'note_normal'
    return now_ms - incident.normal_since_ms >= NORMAL_MS ? 'resolve' : 'nothing'
  }
  const isNoted = spike_ms !== null && now_ms - spike_ms < SPIKE_MS
  return verdict === 'spike' && !isNoted ? 'note_spike' : 'nothing'
}

/** With fewer websites, a common cause cannot be told from chance. */
const MIN_WEBSITES = 5
const COMMON_SHARE = 0.8

/** Whether so many websites lost their visits at once that the reason is this server, and not theirs. */
export const isCommonDrop = (dropping: number, judged: number): boolean =>
  judged >= MIN_WEBSITES && dropping / judged >= COMMON_SHARE

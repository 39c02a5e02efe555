import type { Site } from '../websites/index.ts'
import type { Client } from './client.ts'
import type { PageEvent } from './event.ts'

/** What all events of a request have in common. */
export interface Visit {
  site: Site
  /** The IP address of the visitor, by the trusted-proxy rule. Used here and never stored. */
  address: string
  user_agent: string
  client: Client
  language: string
  is_own_probe: boolean
  /** By Do Not Track or Global Privacy Control. */
  refuses_tracking: boolean
  now_ms: number
}

/** The result of reading an event: the event, or why it is invalid. */
export type Parsed = PageEvent | 'oversized' | 'malformed'

export interface Drop {
  /** Drops are counted under this name and shown to the team with the description. */
  reason: string
  description: string
  /** Events that it drops are stored in filtered_events, so that the team can inspect them. */
  storesFiltered?: true
}

/** Checks a request before any of its events is read. */
export interface VisitStep extends Drop {
  /** True: none of its events is counted, for this reason. */
  drops(visit: Visit): boolean
}

export interface EventStep extends Drop {
  /** True: the event is not counted, for this reason. */
  drops(event: PageEvent, visit: Visit): boolean
}

import type { Site } from '../websites/index.ts'
import type { Client } from './client.ts'
import type { PageEvent } from './event.ts'

/** What is known of a request, once for all of its events. */
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

/** What was sent, once read: an event, or why it is none. */
export type Parsed = PageEvent | 'oversized' | 'malformed'

export interface Drop {
  /** Drops are counted under this name and shown to the owner with the description. */
  reason: string
  description: string
  /** Events that it drops are stored apart, so that the owner can inspect them. */
  keepsApart?: true
}

/** Judges a request before any of its events is read. */
export interface VisitStep extends Drop {
  /** True: none of its events is counted, for this reason. */
  drops(visit: Visit): boolean
}

export interface EventStep extends Drop {
  /** True: the event is not counted, for this reason. */
  drops(event: PageEvent, visit: Visit): boolean
}

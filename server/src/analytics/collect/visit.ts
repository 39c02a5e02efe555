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
  now_ms: number
}

/** An event on its way through the steps: as it was sent, and the parsed event once its shape was checked. */
export interface Draft {
  raw: unknown
  event: PageEvent | null
}

export interface Step {
  /** Drops are counted under this name and shown to the owner with the description. */
  reason: string
  description: string
  /** True: the event is not counted, for this reason. */
  drops(draft: Draft, visit: Visit): boolean
  /** Events that it drops are stored apart, so that the owner can inspect them. */
  keepsApart?: true
}

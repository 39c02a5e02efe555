import type { Site } from '../websites/index.ts'
import type { Client } from './client.ts'
import type { PageEvent } from './event.ts'

/** What is known of a request once, for all its events. */
export interface Visit {
  site: Site
  /** The visitor's, by the trusted-proxy rule. Used here and never stored. */
  address: string
  user_agent: string
  client: Client
  language: string
  is_own_probe: boolean
  now_ms: number
}

/** An event on its way through the steps: as it came, and once its shape was checked, as it is. */
export interface Draft {
  raw: unknown
  event: PageEvent | null
}

export interface Step {
  /** Counted under this name and shown to the owner with the description. */
  reason: string
  description: string
  /** True: the event is not counted, for this reason. */
  drops(draft: Draft, visit: Visit): boolean
  /** What it drops is stored apart, so that the owner can look at it. */
  keepsApart?: true
}

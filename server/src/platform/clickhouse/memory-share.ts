import { totalmem } from 'node:os'

const MIB = 1024 * 1024
/** What the process uses without statements: 456 MB with all roles, of which the system reclaims 260 MB of file pages when needed. */
const BASE_BYTES = 256 * MIB
/** Summaries of 400,000 events in 30 days need 64 MiB. */
const MIN_STATEMENT_BYTES = 64 * MIB
/** The default of a query. With less memory for each, fewer run at once. */
const STATEMENT_BYTES = 512 * MIB
/** One for people and one for programs (see ReadAdmission). */
const MIN_READERS = 2
const MAX_READERS = 4

export interface MemoryShare {
  /** How many queries may run at once. */
  readers: number
  /** What a statement may use, if its own limit is not lower. */
  max_statement_bytes: number
}

/**
 * How much of the memory of this process the embedded engine may use for statements. Half of what is free is for queries; the rest is
 * for inserts, background builds, merges and Node itself. A query that needs more is refused, instead of the process being killed.
 */
export function shareMemory(limit_bytes: number): MemoryShare {
  const bytes = Math.max(0, limit_bytes - BASE_BYTES) / 2
  const readers = Math.min(MAX_READERS, Math.max(MIN_READERS, Math.floor(bytes / STATEMENT_BYTES)))
  return { readers, max_statement_bytes: Math.max(MIN_STATEMENT_BYTES, Math.floor(bytes / readers)) }
}

/** The limit of the container or the systemd unit (its cgroup), or else the memory of the machine. */
export const readMemoryLimit = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem())

import type { Values } from './bind.ts'

/** What the embedded engine and a server have in common. Throws what the driver throws. */
export interface Engine {
  /** How many reads it can do at once. */
  readonly readers: number
  /** Where it is known: of the machine that it runs on. */
  readonly cores?: number
  readonly kind: 'embedded' | 'server'
  read(sql: string, values: Values): Promise<unknown[]>
  /** Without values the text is sent as it is: rows inside it may look like parameters. */
  write(sql: string, values?: Values): Promise<void>
  /** An insert of rows, where it has a shorter deadline than other writes: it takes about a second, and may be repeated. */
  insert?(sql: string): Promise<void>
  /**
   * The rows of an insert that is too long to stand in its statement: only where the engine sees our files. From a file the
   * embedded engine takes them in half the time.
   */
  writeRows?(head: string, ndjson: string | Uint8Array): Promise<void>
  createDatabase(): Promise<void>
  ping(): Promise<void>
  /** Waits for what is under way. */
  close(): Promise<void>
}

export const DATABASE = 'sitewatch'

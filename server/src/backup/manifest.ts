import { z } from 'zod'

const StoredFile = z.object({
  rows: z.int().min(0),
  file: z.string().regex(/^[\w-]+\/[\w.-]+$/),
  bytes: z.int().min(0),
  /** Checksum of the stored file, after compression and encryption. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type StoredFile = z.infer<typeof StoredFile>

const Identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/)

/** Describes a backup: manifest.json in its folder, written last. */
export const Manifest = z.object({
  format: z.literal(1),
  /** Version of Sitewatch that made it. */
  version: z.string(),
  /** The point in time of the backup. */
  point: z.iso.datetime(),
  postgres: z.object({
    migrations: z.array(z.string()),
    tables: z.array(
      z.object({
        schema: z.enum(['sitewatch', 'graphile_worker']),
        name: Identifier,
        columns: z.array(Identifier),
        stored: StoredFile,
      }),
    ),
    sequences: z.array(z.object({ schema: z.string(), name: Identifier, last_value: z.string().regex(/^\d+$/) })),
  }),
  history: z.object({
    tables: z.array(
      z.object({
        name: Identifier,
        isView: z.boolean(),
        rows: z.int().min(0),
        /** Null for a table without rows. */
        stored: StoredFile.nullable(),
      }),
    ),
  }),
})
export type Manifest = z.infer<typeof Manifest>

/** Undefined for a text that is not the manifest of a backup, such as one that was cut off. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    return Manifest.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function listStoredFiles({ postgres, history }: Manifest): StoredFile[] {
  return [...postgres.tables, ...history.tables].flatMap(({ stored }) => (stored ? [stored] : []))
}

export interface Sums {
  files: number
  bytes: number
  /** Of Postgres and of the history. */
  rows: number
  /** Events and single checks alone: 0 for a backup without history. */
  history_rows: number
}

export function sumUp(manifest: Manifest): Sums {
  const files = listStoredFiles(manifest)
  return {
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    history_rows: listSourceTables(manifest).reduce((sum, { rows }) => sum + rows, 0),
  }
}

/** What the other tables of the history are made from. */
const listSourceTables = ({ history }: Manifest): { name: string; rows: number }[] =>
  history.tables.filter(({ name }) => name === 'events' || name === 'checks')

/** Retention and deleted websites remove rows too, but seldom a tenth of a table between two backups. */
const MAX_LOST_SHARE = 0.1

/** Whether a later backup lacks more than a tenth of the events or checks of an earlier one. */
export function hasLostHistory(earlier: Manifest, later: Manifest): boolean {
  const rowsLater = new Map(listSourceTables(later).map(({ name, rows }) => [name, rows]))
  return listSourceTables(earlier).some(({ name, rows }) => (rowsLater.get(name) ?? 0) < rows * (1 - MAX_LOST_SHARE))
}

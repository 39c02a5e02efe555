import { Readable } from 'node:stream'
import { ConfigError } from '../config.ts'
import { LAST_OLDER_MIGRATION, refuseOlderCheckout } from '../platform/older-checkout.ts'
import { BASELINE } from '../platform/postgres/baseline.ts'
import type { Manifest } from './manifest.ts'

/** Columns of the last checkout before the baseline that the baseline does not have: others say the same. */
const DROPPED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  monitors: [
    'method',
    'request_headers',
    'request_headers_sealed',
    'request_body',
    'expected_status',
    'follow_redirects',
    'keyword',
    'keyword_mode',
    'verify_tls',
  ],
  status_pages: ['is_public'],
}

const RENAMED_SEQUENCES: Readonly<Record<string, string>> = { expiry_notices_id_seq: 'notices_id_seq' }

type Table = Manifest['postgres']['tables'][number]
/** The places in a row of the backup that are not restored. */
export type MappedTable = Table & { dropped: ReadonlySet<number> }

function mapTable(table: Table): MappedTable {
  const isDropped = (column: string): boolean => DROPPED_COLUMNS[table.name]?.includes(column) ?? false
  const dropped = new Set(table.columns.flatMap((column, place) => (isDropped(column) ? [place] : [])))
  return { ...table, columns: table.columns.filter((column) => !isDropped(column)), dropped }
}

/** What a backup has, as the migrations of this version name it. Refuses one that was made before the last schema before the baseline. */
export function mapOlderBackup({
  postgres,
}: Manifest): Omit<Manifest['postgres'], 'tables'> & { tables: MappedTable[] } {
  const { migrations, tables, sequences } = postgres
  if (migrations.includes(BASELINE)) {
    return { ...postgres, tables: tables.map((table) => ({ ...table, dropped: new Set() })) }
  }
  if (!migrations.includes(LAST_OLDER_MIGRATION)) throw new ConfigError(refuseOlderCheckout('This backup'))
  return {
    migrations: [BASELINE],
    tables: tables.map(mapTable),
    sequences: sequences.map((each) => ({ ...each, name: RENAMED_SEQUENCES[each.name] ?? each.name })),
  }
}

const withoutFields = (row: string, dropped: ReadonlySet<number>): string =>
  row
    .split('\t')
    .filter((_field, place) => !dropped.has(place))
    .join('\t')

/** Rows as COPY writes them: one a line, values separated by tabs, and neither inside of a value. */
export function dropFields(rows: Readable, dropped: ReadonlySet<number>): Readable {
  if (dropped.size === 0) return rows
  async function* map(): AsyncGenerator<Buffer> {
    let rest = ''
    // One character for each byte, so that a chunk may end inside of a character.
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) {
        yield Buffer.from(lines.map((line) => `${withoutFields(line, dropped)}\n`).join(''), 'latin1')
      }
    }
  }
  return Readable.from(map(), { objectMode: false })
}

import { Readable } from 'node:stream'
import { ConfigError } from '../config.ts'
import type { ExportedNames } from '../platform/clickhouse/index.ts'
import { packRows, unpackRows } from '../platform/inbox/index.ts'
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

const RENAMED_TABLES: Readonly<Record<string, string>> = { worker_heartbeats: 'worker_liveness' }
const RENAMED_SEQUENCES: Readonly<Record<string, string>> = { expiry_notices_id_seq: 'notices_id_seq' }

/** The history of checks called the id of its team `user_id`, and so do the checks that were still on their way into it. */
const EXPORTED_NAMES: ExportedNames = { team_id: 'user_id' }
const TABLES_OF_TEAMS = ['checks', 'checks_hourly', 'checks_daily']
const TABLES_OF_BATCHES = ['inbox', 'inbox_refused']

type Table = Manifest['postgres']['tables'][number]
/** Values of a row, as COPY writes them. */
type MapRow = (values: readonly string[]) => readonly string[]
type MappedTable = Table & { mapRow: MapRow | undefined }

function dropColumns(table: Table, dropped: readonly string[]): MappedTable {
  const places = new Set(dropped.map((column) => table.columns.indexOf(column)))
  return {
    ...table,
    columns: table.columns.filter((column) => !dropped.includes(column)),
    mapRow: (values) => values.filter((_value, place) => !places.has(place)),
  }
}

/** COPY writes bytes as a backslash, which it escapes, an x and hexadecimal digits. */
const BYTES = String.raw`\\x`

/** Undefined for a batch that cannot be read. Such batches were set aside, and stay as they are. */
function tryUnpackRows(body: Buffer): string | undefined {
  try {
    return unpackRows(body).toString()
  } catch {
    return undefined
  }
}

function renameTeams(body: string): string {
  const rows = tryUnpackRows(Buffer.from(body.slice(BYTES.length), 'hex'))
  if (rows === undefined) return body
  return BYTES + packRows(rows.replaceAll(/^\{"user_id":/gm, '{"team_id":')).toString('hex')
}

function renameTeamsOfChecks(table: Table): MappedTable {
  const [kind, body] = [table.columns.indexOf('kind'), table.columns.indexOf('body')]
  const mapRow: MapRow = (values) =>
    values[kind] === 'checks' ? values.map((value, place) => (place === body ? renameTeams(value) : value)) : values
  return { ...table, mapRow }
}

function mapTable(table: Table): MappedTable {
  const dropped = DROPPED_COLUMNS[table.name]
  if (dropped) return dropColumns(table, dropped)
  if (TABLES_OF_BATCHES.includes(table.name)) return renameTeamsOfChecks(table)
  return { ...table, name: RENAMED_TABLES[table.name] ?? table.name, mapRow: undefined }
}

interface MappedBackup extends Omit<Manifest['postgres'], 'tables'> {
  tables: MappedTable[]
  /** By table of the history. */
  exportedNames: Readonly<Record<string, ExportedNames>>
}

/** What a backup has, as the migrations of this version name it. Refuses one that was made before the last schema before the baseline. */
export function mapOlderBackup({ postgres }: Manifest): MappedBackup {
  const { migrations, tables, sequences } = postgres
  if (migrations.includes(BASELINE)) {
    return { ...postgres, tables: tables.map((table) => ({ ...table, mapRow: undefined })), exportedNames: {} }
  }
  if (!migrations.includes(LAST_OLDER_MIGRATION)) throw new ConfigError(refuseOlderCheckout('This backup'))
  return {
    migrations: [BASELINE],
    tables: tables.map(mapTable),
    sequences: sequences.map((each) => ({ ...each, name: RENAMED_SEQUENCES[each.name] ?? each.name })),
    exportedNames: Object.fromEntries(TABLES_OF_TEAMS.map((table) => [table, EXPORTED_NAMES])),
  }
}

/** Rows as COPY writes them: one a line, values separated by tabs, and neither inside of a value. */
export function mapRows(rows: Readable, mapRow: MapRow | undefined): Readable {
  if (mapRow === undefined) return rows
  async function* map(mapValues: MapRow): AsyncGenerator<Buffer> {
    let rest = ''
    // One character for each byte, so that a chunk may end inside of a character.
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) {
        yield Buffer.from(lines.map((line) => `${mapValues(line.split('\t')).join('\t')}\n`).join(''), 'latin1')
      }
    }
  }
  return Readable.from(map(mapRow), { objectMode: false })
}

import type pg from 'pg'
import ts from 'typescript'
import type { Sources, SqlSite } from './sql-sites.ts'

interface Column {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** Has Postgres parse a statement and describe its rows, without running it. */
function describeStatement(client: pg.ClientBase, text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = []
    const description = {
      submit(connection: pg.Connection): void {
        connection.parse({ text, name: '', types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription({ fields }: { fields: Column[] }): void {
        columns = fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    }
    client.query(description as pg.Submittable)
  })
}

/** The TypeScript type of a value, with the parsers of platform/postgres/submit.ts. Keys are names of pg_type. */
const KINDS: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'string',
  text: 'string',
  timestamptz: 'string',
  uuid: 'string',
  void: 'string',
  _bool: 'boolean[]',
  _float4: 'number[]',
  _float8: 'number[]',
  _int2: 'number[]',
  _int4: 'number[]',
  _int8: 'number[]',
  _text: 'string[]',
}
/** Any type: the contents are not described. */
const OPEN = new Set(['json', 'jsonb'])

interface Catalog {
  types: Map<number, string>
  /** "table column" of the columns that are never null. */
  filled: Set<string>
}

async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const types = await client.query<{ oid: number; typname: string }>('select oid, typname from pg_type')
  const filled = await client.query<{ name: string }>(
    `select attrelid || ' ' || attnum as name from pg_attribute where attnotnull and attnum > 0`,
  )
  return {
    types: new Map(types.rows.map(({ oid, typname }) => [oid, typname])),
    filled: new Set(filled.rows.map(({ name }) => name)),
  }
}

interface Declared {
  kinds: Set<string>
  mayBeNull: boolean
}

function kindOf(type: ts.Type, checker: ts.TypeChecker): string {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'anything'
  if (type.flags & ts.TypeFlags.StringLike) return 'string'
  if (type.flags & ts.TypeFlags.NumberLike) return 'number'
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference)
    return `${element ? [...declare(element, checker).kinds].join('|') : 'anything'}[]`
  }
  const name = type.symbol?.name
  return name === 'Buffer' || name === 'Date' ? name : 'object'
}

function declare(type: ts.Type, checker: ts.TypeChecker): Declared {
  const members = type.isUnion() ? type.types : [type]
  const isEmpty = (member: ts.Type): boolean => (member.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0
  const kinds = new Set(members.filter((member) => !isEmpty(member)).map((member) => kindOf(member, checker)))
  return { kinds, mayBeNull: members.some(isEmpty) || kinds.has('anything') }
}

function compareColumn(column: Column, declared: Declared, { types, filled }: Catalog): string | undefined {
  const type = types.get(column.dataTypeID) ?? 'unknown'
  const words = [...declared.kinds].join(' | ')
  if (!OPEN.has(type) && !declared.kinds.has('anything')) {
    const kind = KINDS[type] ?? `a ${type}`
    if (declared.kinds.size > 0 && (declared.kinds.size > 1 || !declared.kinds.has(kind))) {
      return `${column.name} is ${type} (${kind}), declared ${words}`
    }
  }
  const canBeNull = column.tableID !== 0 && !filled.has(`${column.tableID} ${column.columnID}`)
  if (canBeNull && !declared.mayBeNull) return `${column.name} can be null, declared ${words}`
  return undefined
}

function compareRow(columns: readonly Column[], site: SqlSite, catalog: Catalog, checker: ts.TypeChecker): string[] {
  // A branded type, which only the compiler sees, has a symbol as its name.
  const declared = new Map(
    checker
      .getPropertiesOfType(site.row)
      .filter(({ name }) => !name.startsWith('__@'))
      .map((symbol) => [symbol.name, symbol]),
  )
  const names = new Set(columns.map(({ name }) => name))
  const missing = [...declared.values()].filter(
    ({ name, flags }) => !names.has(name) && !(flags & ts.SymbolFlags.Optional),
  )
  return [
    ...missing.map(({ name }) => `${name} is declared and not selected`),
    ...columns.flatMap((column) => {
      const symbol = declared.get(column.name)
      if (!symbol) return [`${column.name} is selected and not declared`]
      return compareColumn(column, declare(checker.getTypeOfSymbol(symbol), checker), catalog) ?? []
    }),
  ]
}

export interface Comparison {
  compared: number
  /** "place: defect", or the reason why it could not be compared. */
  defects: string[]
}

/** Compares the row description of Postgres with the type that the rows are cast to, for each statement. */
export async function compareRowTypes(
  client: pg.ClientBase,
  { sites, checker }: Pick<Sources, 'checker' | 'sites'>,
): Promise<Comparison> {
  const catalog = await readCatalog(client)
  const defects: string[] = []
  let compared = 0
  for (const site of sites) {
    if (site.unknown !== undefined) defects.push(`${site.place}: not compared: ${site.unknown}`)
    const found = new Set<string>()
    for (const statement of site.statements) {
      const columns = await describeStatement(client, statement).catch((error: Error) => error)
      if (columns instanceof Error) found.add(`not compared: ${columns.message}`)
      else for (const defect of compareRow(columns, site, catalog, checker)) found.add(defect)
    }
    if (site.statements.length > 0) compared++
    defects.push(...[...found].map((defect) => `${site.place}: ${defect}`))
  }
  return { compared, defects }
}

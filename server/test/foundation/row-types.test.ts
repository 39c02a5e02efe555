import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase } from '../support/database.ts'
import { compareRowTypes, type Comparison } from './row-types.ts'
import { readSources } from './sql-sites.ts'
import { findStoreFunctions, storeTypeSources } from './store-types.ts'

/** Facts that Postgres cannot know. Each entry excuses one reported defect. */
const ACCEPTED = [
  {
    defect: /^platform\/postgres\/list-page\.ts:\d+: not compared/,
    why: 'each caller of listPage is, with all its parts',
  },
  { defect: /^platform\/postgres\/list-page\.ts:\d+: not compared/, why: 'count(*) as total' },
  {
    defect: /^platform\/postgres\/list-page\.ts:\d+: not compared/,
    why: 'each caller of listNewestFirst is, with all its parts',
  },
  { defect: /^platform\/postgres\/list-page\.ts:\d+: not compared/, why: 'count(*) as total, again' },
  { defect: /^alerting\/status-pages\/verify-domains\.ts:\d+: domain can be null/, why: 'where domain is not null' },
  { defect: /^alerting\/status-pages\/verify-domains\.ts:\d+: domain can be null/, why: 'where domain = $1' },
  // Traffic incidents of a website have no monitor.
  ...[
    ['monitoring/incidents/record-changes', 'inserts incidents of monitors'],
    ['monitoring/incidents/record-changes', 'where i.monitor_id = r.monitor_id'],
    ['monitoring/incidents/uptime-source', 'where monitor_id = any (…)'],
    ['insights/error-budget/histories', 'where monitor_id = any (…)'],
    ['alerting/suppression/release', 'only alerts about monitors are held'],
    ['alerting/status-pages/public-store', 'where monitor_id = any (…)'],
    ['alerting/escalation/escalate', 'only monitors have a policy'],
  ].map(([file = '', why = '']) => ({ defect: new RegExp(`^${file}\\.ts:\\d+: monitor_id can be null`), why })),
  { defect: /^insights\/silent-outages\/store\.ts:\d+: model can be null/, why: 'where model is not null' },
]

const ROOT = path.resolve(import.meta.dirname, '../../..')
const PLATFORM = JSON.stringify(path.join(ROOT, 'server/src/platform/postgres/index.ts'))

const WRONG_TYPES = `
import { emptySql, joinSql, type Sql, sql } from ${PLATFORM}
const COLUMNS = sql\`id, email\`
const pick = (isShort: boolean): Sql => (isShort ? sql\`id\` : sql\`id, email\`)
export const statements = [
  sql<{ id: string }>\`select id from users\`,
  sql<{ id: number; email: number }>\`select \${COLUMNS} from users where id = \${1}\`,
  sql<{ id: number; name: string }>\`select id from users\`,
  sql<{ id: number }>\`select id, email from users\`,
  sql<{ two_factor_enabled_at: string }>\`select two_factor_enabled_at from users\`,
  sql<{ scopes: string }>\`select scopes from api_keys where \${joinSql([sql\`id = \${1}\`, sql\`user_id = \${2}\`], ' and ')}\`,
  sql<{ id: number; email: string }>\`select \${pick(Math.random() > 0.5)} from users\`,
  sql<{ id: number }>\`select id from nowhere\`,
  (part: Sql) => sql<{ id: number }>\`select id from users \${part}\`,
]
export const right = [
  sql<{ id: number; email: string }>\`select \${COLUMNS} from users \${Math.random() > 0.5 ? emptySql : sql\`where id = \${1}\`}\`,
  sql<{ scopes: string[]; expires_at: string | null; token_hash: Buffer }>\`select scopes, expires_at, token_hash from api_keys\`,
]
`

// Inside the project, so that the compiler resolves the imports of the sources.
mkdirSync(path.join(ROOT, '.local'), { recursive: true })
const folder = mkdtempSync(path.join(ROOT, '.local/rows-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let product: Comparison
let wrong: Comparison
const storeFunctions = findStoreFunctions()
/** The lines of the type errors of each source of `storeTypeSources`. */
const storeErrors = new Map<string, number[]>()

function writeSource(name: string, text: string): string {
  const file = path.join(folder, `${name}.ts`)
  writeFileSync(file, text)
  return file
}

// One program for both, because reading the service takes most of the time.
beforeAll(async () => {
  const file = writeSource('wrong', WRONG_TYPES)
  const stores = Object.entries(storeTypeSources(storeFunctions)).map(
    ([name, text]) => [name, writeSource(name, text)] as const,
  )
  const sources = [...globSync('server/src/**/*.ts', { cwd: ROOT }), file, ...stores.map(([, each]) => each)]
  const { checker, sites, findErrorLines } = readSources(sources)
  for (const [name, each] of stores) storeErrors.set(name, findErrorLines(each))
  const database = await cloneDatabase()
  const client = new pg.Client({ connectionString: database.url, options: '-c search_path=sitewatch' })
  await client.connect()
  const isWrong = ({ place }: { place: string }): boolean => place.includes('wrong.ts')
  product = await compareRowTypes(client, { checker, sites: sites.filter((site) => !isWrong(site)) })
  wrong = await compareRowTypes(client, { checker, sites: sites.filter(isWrong) })
  await client.end()
})

describe('the type that the rows of a statement are cast to', () => {
  it('has the columns that Postgres describes, with their types, in every statement', () => {
    const open = [...ACCEPTED]
    const defects = product.defects.filter((text) => {
      const index = open.findIndex(({ defect }) => defect.test(text))
      if (index !== -1) open.splice(index, 1)
      return index === -1
    })
    expect(defects).toEqual([])
    expect(open, 'accepted, and no longer there').toEqual([])
    process.stdout.write(`  row types: ${product.compared} statements compared with Postgres\n`)
    expect(product.compared).toBeGreaterThan(150)
  })

  it('is refused when it is wrong', () => {
    expect(wrong.defects.map((defect) => defect.replace(/^.*wrong\.ts:\d+: /, ''))).toEqual([
      'id is int8 (number), declared string',
      'email is text (string), declared number',
      'name is declared and not selected',
      'email is selected and not declared',
      'two_factor_enabled_at can be null, declared string',
      'scopes is _text (string[]), declared string',
      'email is declared and not selected',
      'not compared: relation "nowhere" does not exist',
      'not compared: part is not known before the program runs',
    ])
  })
})

describe('a store function', () => {
  it('is found in every feature that has a store', () => {
    const names = storeFunctions.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['insertKey', 'listKeys', 'deleteSession']))
  })

  it('cannot be called without a transaction that asUser or asRole made', () => {
    expect(storeErrors.get('stores')).toEqual([])
  })

  it('is rejected by this check when its parameter accepts a forged transaction', () => {
    expect(storeErrors.get('loose')).toHaveLength(2)
  })

  it("does not accept the transaction of a system role in place of a user's", () => {
    expect(storeErrors.get('roles')).toEqual([8, 9])
  })
})

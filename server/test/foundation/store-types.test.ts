import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listTypeErrors } from '../../../scripts/type-errors.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const SRC = path.join(ROOT, 'server/src')
// Inside the project, so that the compiler resolves the imports of the sources.
mkdirSync(path.join(ROOT, '.local'), { recursive: true })
const folder = mkdtempSync(path.join(ROOT, '.local/types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** One compilation for all sources, because it reads the whole service. Returns the errors of each, by its name. */
function compile(sources: Readonly<Record<string, string>>): Map<string, string[]> {
  for (const [name, source] of Object.entries(sources)) writeFileSync(path.join(folder, `${name}.ts`), source)
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: path.join(ROOT, 'tsconfig.json'), include: ['*.ts'], exclude: [] }),
  )
  const errors = listTypeErrors(folder)
  return new Map(Object.keys(sources).map((name) => [name, errors.filter((line) => line.startsWith(`${name}.ts(`))]))
}

const PRELUDE = `
import type { Sql } from ${JSON.stringify(path.join(SRC, 'platform/postgres/index.ts'))}
/** Everything a transaction can do, made by anybody. */
interface Forged {
  user_id: number
  role: 'auth'
  query<Row>(statement: Sql<Row>): Promise<Row[]>
  one<Row>(statement: Sql<Row>): Promise<Row>
  maybe<Row>(statement: Sql<Row>): Promise<Row | undefined>
  execute(statement: Sql): Promise<number>
}
type First<F> = F extends (tx: infer T, ...rest: never[]) => unknown ? T : never
type TakesForged<F> = [Forged] extends [First<F>] ? true : [undefined] extends [First<F>] ? true : false
`

interface Found {
  file: string
  name: string
}

/** Every exported function of a feature whose first parameter is a transaction. */
function findStoreFunctions(): Found[] {
  const files = globSync('*/**/*.ts', { cwd: SRC, exclude: (name) => /platform|\.test\.ts$/.test(name) })
  return files.flatMap((file) => {
    const text = readFileSync(path.join(SRC, file), 'utf8')
    const matches = text.matchAll(/^export (?:async )?(?:function|const) (\w+)[^\n(]*\(\s*tx\b/gm)
    return [...matches].map(([, name]) => ({ file: path.join(SRC, file), name: name ?? '' }))
  })
}

const check = (found: readonly Found[]): string =>
  [
    PRELUDE,
    ...found.map(
      ({ file, name }, n) =>
        `import { ${name} as f${n} } from ${JSON.stringify(file)}; const check${n}: TakesForged<typeof f${n}> = false; void check${n}`,
    ),
  ].join('\n')

/** Parameters that accept a forged transaction: two errors. */
const LOOSE = `${check([])}
  const loose = (tx: { query: Forged['query'] }) => tx
  const optional = (tx?: never) => tx
  const one: TakesForged<typeof loose> = false
  const two: TakesForged<typeof optional> = false
  void one; void two
  export {}`

/** Transactions of system roles where others are expected: errors in lines 8 and 9. */
const ROLES = `import { listKeys } from ${JSON.stringify(path.join(SRC, 'identity/keys/store.ts'))}
  import type { RoleTx, UserTx } from ${JSON.stringify(path.join(SRC, 'platform/postgres/index.ts'))}
  declare const user: UserTx
  declare const auth: RoleTx<'auth'>
  declare const admin: RoleTx<'admin'>
  type First = Parameters<typeof listKeys>[0]
  const fine: First = user
  const wrong: First = auth
  const crossed: RoleTx<'auth'> = admin
  void fine; void wrong; void crossed`

describe('a store function', () => {
  const found = findStoreFunctions()
  const errors = compile({ stores: check(found), loose: LOOSE, roles: ROLES })

  it('is found in every feature that has a store', () => {
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['insertKey', 'listKeys', 'deleteSession']))
  })

  it('cannot be called without a transaction that asUser or asRole made', () => {
    expect(errors.get('stores')).toEqual([])
  })

  it('is rejected by this check when its parameter accepts a forged transaction', () => {
    expect(errors.get('loose')).toHaveLength(2)
  })

  it("does not accept the transaction of a system role in place of a user's", () => {
    expect(errors.get('roles')?.map((line) => /\((\d+),/.exec(line)?.[1])).toEqual(['8', '9'])
  })
})

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const SRC = path.resolve(import.meta.dirname, '../../src')

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

interface StoreFunction {
  file: string
  name: string
}

/** Every exported function of a feature whose first parameter is a transaction. */
export function findStoreFunctions(): StoreFunction[] {
  const files = globSync('*/**/*.ts', { cwd: SRC, exclude: (name) => /platform|\.test\.ts$/.test(name) })
  return files.flatMap((file) => {
    const text = readFileSync(path.join(SRC, file), 'utf8')
    const matches = text.matchAll(/^export (?:async )?(?:function|const) (\w+)[^\n(]*\(\s*tx\b/gm)
    return [...matches].map(([, name]) => ({ file: path.join(SRC, file), name: name ?? '' }))
  })
}

const check = (found: readonly StoreFunction[]): string =>
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

/** The sources whose type errors show which transactions the store functions accept, by name. */
export const storeTypeSources = (found: readonly StoreFunction[]) => ({
  stores: check(found),
  loose: LOOSE,
  roles: ROLES,
})

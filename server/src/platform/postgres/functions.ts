import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { VERSION } from '../../version.ts'

const FOLDER = new URL('../../../db/postgres/functions/', import.meta.url)

/** The current text of one SQL function: its definition, its owner and who may call it. */
export interface FunctionFile {
  /** Relative to server/db/postgres: functions/checks/claim_checks.sql. */
  file: string
  name: string
  text: string
  hash: string
  /** The first statements of the text; what follows sets the owner and the grants. */
  definition: string
}

/** A function as the database has it, and the version of Sitewatch that applied it. */
export interface AppliedFunction {
  name: string
  hash: string
  version: string
}

/** It ends with the first quoted text that a semicolon follows. */
const DEFINITION = /^[\s\S]*?(\$\w*\$)[\s\S]*?\1\s*;/

export function describeFunctionFile(file: string, text: string): FunctionFile {
  const hash = createHash('sha256').update(text).digest('hex')
  return { file, name: path.basename(file, '.sql'), text, hash, definition: DEFINITION.exec(text)?.[0] ?? '' }
}

let files: FunctionFile[] | undefined

/** Read once, because every readiness check compares all of them. */
export function listFunctionFiles(): FunctionFile[] {
  files ??= readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => describeFunctionFile(`functions/${file}`, readFileSync(new URL(file, FOLDER), 'utf8')))
  return files
}

const CREATE_TABLE = `
  create table if not exists sitewatch.function_texts (name text primary key, hash text not null, version text not null,
    applied_at timestamptz not null default now());
  grant select on sitewatch.function_texts to public;
`

export const prepareFunctions = (client: pg.Client): Promise<unknown> => client.query(CREATE_TABLE)

export async function readAppliedFunctions(client: pg.Client): Promise<AppliedFunction[]> {
  const { rows: exists } = await client.query<{ there: boolean }>(
    `select to_regclass('sitewatch.function_texts') is not null as there`,
  )
  if (!exists[0]?.there) return []
  const { rows } = await client.query<AppliedFunction>('select name, hash, version from sitewatch.function_texts')
  return rows
}

function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split(/[.-]/).slice(0, 3).map(Number))
  const index = [0, 1, 2].find((place) => one?.[place] !== other?.[place])
  return index !== undefined && (one?.[index] ?? 0) > (other?.[index] ?? 0)
}

/**
 * Files whose text the database does not have. A function that a newer version applied is not changed: during a rolling upgrade an
 * older process may start last. Within one version the text of the process that started last is the one that counts.
 */
export function findPendingFunctions(
  applied: readonly AppliedFunction[],
  { version = VERSION, among = listFunctionFiles() } = {},
): FunctionFile[] {
  const known = new Map(applied.map((row) => [row.name, row]))
  return among.filter(({ name, hash }) => {
    const row = known.get(name)
    return row === undefined || (row.hash !== hash && !isNewer(row.version, version))
  })
}

const LIST_SIGNATURES = `select oid::regprocedure::text as signature, ctid::text as row_version from pg_proc
  where pronamespace = 'sitewatch'::regnamespace and proname = $1`

/** Resets owner and grants to those of a new function, so that nothing of an earlier text remains. */
const LIST_RESETS = `
  select format('alter function %1$s owner to current_user; grant execute on function %1$s to public;', p.oid::regprocedure)
      || coalesce((select string_agg(format('revoke all on function %s from %s;', p.oid::regprocedure, x.grantee::regrole), '')
        from aclexplode(p.proacl) x where x.grantee not in (0, p.proowner)), '') as statements
  from pg_proc p where p.pronamespace = 'sitewatch'::regnamespace and p.proname = $1`

async function applyFunction(client: pg.Client, { name, text, definition }: FunctionFile): Promise<void> {
  const listSignatures = async (): Promise<{ signature: string; row_version: string }[]> =>
    (await client.query<{ signature: string; row_version: string }>(LIST_SIGNATURES, [name])).rows
  const before = new Set((await listSignatures()).map(({ row_version }) => row_version))
  await client.query(definition)
  // The definition writes a row. A row that it did not write has other arguments and belongs to an earlier text.
  const after = await listSignatures()
  const earlier = after.filter(({ row_version }) => before.has(row_version))
  if (after.length - earlier.length !== 1) throw new Error(`it must define ${name}`)
  for (const { signature } of earlier) await client.query(`drop function ${signature}`)
  const { rows: resets } = await client.query<{ statements: string }>(LIST_RESETS, [name])
  for (const { statements } of resets) await client.query(statements)
  await client.query(text.slice(definition.length))
}

/** SQL bodies are validated only here, so that functions may refer to each other in any order. */
const VALIDATE = `
  set local check_function_bodies = on;
  select fmgr_sql_validator(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'sitewatch'::regnamespace and l.lanname = 'sql';
`

/** Inside the caller's transaction, whose search_path is ours. */
export async function applyFunctions(
  client: pg.Client,
  pending: readonly FunctionFile[],
  version = VERSION,
): Promise<void> {
  if (pending.length === 0) return
  await client.query('set local check_function_bodies = off')
  for (const pendingFile of pending) {
    await applyFunction(client, pendingFile).catch((error: unknown) => {
      throw new Error(`${pendingFile.file} failed: ${(error as Error).message}`, { cause: error })
    })
    await client.query(
      `insert into function_texts (name, hash, version) values ($1, $2, $3) on conflict (name)
         do update set hash = excluded.hash, version = excluded.version, applied_at = now()`,
      [pendingFile.name, pendingFile.hash, version],
    )
  }
  await client.query(VALIDATE)
}

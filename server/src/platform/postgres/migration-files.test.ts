import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BASELINE, readBaseline } from './baseline.ts'
import { listFunctionFiles } from './functions.ts'
import { listMigrations } from './migrate.ts'

const FOLDER = new URL('../../../db/postgres/', import.meta.url)

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '')
}

/** Statements of a numbered migration that belong elsewhere. */
function findDefects(name: string, text: string): string[] {
  const statements = text.replace(/--.*$/gm, '')
  const dropped = namesIn(statements, /drop function (?:if exists )?(\w+)/gi)
  const functions = namesIn(statements, /create (?:or replace )?function (\w+)/gi).filter((n) => !dropped.includes(n))
  const created = namesIn(statements, /create table (?:if not exists )?(\w+)/gi)
  const indexed = namesIn(statements, /create (?:unique )?index (?!concurrently)(?:\w+ )*?on (\w+)/gi)
  return [
    ...functions.map(
      (n) => `${name} defines ${n}: its text belongs in server/db/postgres/functions/<feature>/${n}.sql`,
    ),
    ...indexed
      .filter((table) => !created.includes(table))
      .map((table) => `${name} keeps writers out of ${table}: build its index in a file *.concurrent.sql`),
  ]
}

describe('a numbered migration', () => {
  it('only changes tables: functions have their own files, and an index of an existing table is built concurrently', () => {
    const numbered = listMigrations().filter((name) => name !== BASELINE)
    expect(numbered.flatMap((name) => findDefects(name, readFileSync(new URL(name, FOLDER), 'utf8')))).toEqual([])
  })

  it.each([
    ['defines a function', 'create or replace function act() returns void', 1],
    [
      'defines a function and drops it again',
      'create function act() returns void; select act(); drop function act();',
      0,
    ],
    ['indexes an existing table', 'create index deliveries_sent on deliveries (sent_at);', 1],
    ['adds a unique index to an existing table', 'create unique index on deliveries (sent_at);', 1],
    ['indexes a table that it creates', 'create table things (n integer); create index things_n on things (n);', 0],
    ['indexes a table concurrently', 'create index concurrently deliveries_sent on deliveries (sent_at);', 0],
  ])('is checked by findDefects if it %s', (_what, text, defects) => {
    expect(findDefects('0099_example.sql', text)).toHaveLength(defects)
  })
})

describe('the baseline', () => {
  it('has each table whole, with each column in its "create table", and no function that outlives it', () => {
    const statements = readBaseline().replace(/--.*$/gm, '')
    expect(
      namesIn(statements, /(alter table \w+ (?:add column|alter column \w+ (?!set storage)|drop|rename) \w+)/gi),
    ).toEqual([])
    expect(namesIn(statements, /create (?:or replace )?function (?!pg_temp\.)(\w+)/gi)).toEqual([])
  })
})

describe('the file of a SQL function', () => {
  it('has a unique name across all folders', () => {
    const names = listFunctionFiles().map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('revokes the public right to call a security definer function', () => {
    const open = listFunctionFiles().filter(
      ({ name, text }) =>
        /security definer/i.test(text) && !text.includes(`revoke all on function ${name} from public;`),
    )
    expect(open.map(({ file }) => file)).toEqual([])
  })
})

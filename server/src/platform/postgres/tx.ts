import type pg from 'pg'
import type { Sql } from './sql.ts'

declare const txBrand: unique symbol

/** What `asUser` and `asRole` hand out; nobody else can make one, for `txBrand` is not exported. */
export interface Tx {
  readonly [txBrand]: 'user' | RoleName
  query<Row>(statement: Sql<Row>): Promise<Row[]>
  /** The one row; throws when there is none. */
  one<Row>(statement: Sql<Row>): Promise<Row>
  maybe<Row>(statement: Sql<Row>): Promise<Row | undefined>
  /** How many rows it touched. */
  execute(statement: Sql): Promise<number>
}

/** A transaction that sees one user's rows. Only `asUser` makes one, so no store function can run without a user. */
export interface UserTx extends Tx {
  readonly user_id: number
  readonly [txBrand]: 'user'
}

export const ROLES = ['auth', 'admin', 'worker', 'prober', 'collector'] as const
export type RoleName = (typeof ROLES)[number]

/** A transaction of one narrow system role, which its own policies confine. */
export interface RoleTx<Name extends RoleName = RoleName> extends Tx {
  readonly role: Name
  readonly [txBrand]: Name
}

/** Who enters. The database verifies the credential in the same trip; `system` is background work for that user. */
export type Entry =
  | { user_id: number; key_id: number }
  | { user_id: number; session_id: number }
  | { user_id: number; system: true }

export interface TxOptions {
  /** A read: whatever is asked in one go costs one trip. It is no snapshot; nothing it locks stays locked. */
  readOnly?: boolean
  /** Given up after `attempt_ms`, and its connection with it: for what is asked again and again. */
  isPrompt?: boolean
}

export type Ask = (statement: Sql) => Promise<pg.QueryResult>

export class Transaction implements Tx {
  declare readonly [txBrand]: 'user' | RoleName
  private readonly send: Ask
  readonly user_id: number
  readonly role: RoleName | undefined

  constructor(send: Ask, user_id: number, role?: RoleName) {
    this.send = send
    this.user_id = user_id
    this.role = role
  }

  async query<Row>(statement: Sql<Row>): Promise<Row[]> {
    return (await this.send(statement)).rows as Row[]
  }

  async one<Row>(statement: Sql<Row>): Promise<Row> {
    const [row] = await this.query(statement)
    if (row === undefined) throw new Error('a row was expected')
    return row
  }

  async maybe<Row>(statement: Sql<Row>): Promise<Row | undefined> {
    return (await this.query(statement))[0]
  }

  async execute(statement: Sql): Promise<number> {
    return (await this.send(statement)).rowCount ?? 0
  }
}

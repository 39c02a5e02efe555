import type pg from 'pg'
import type { TeamRole } from '@sitewatch/contract'
import type { Sql } from './sql.ts'

declare const txBrand: unique symbol

/** Created only by `asUser` and `asRole`: `txBrand` is not exported. */
export interface Tx {
  readonly [txBrand]: 'user' | RoleName
  query<Row>(statement: Sql<Row>): Promise<Row[]>
  /** The only row; throws if there is none. */
  one<Row>(statement: Sql<Row>): Promise<Row>
  maybe<Row>(statement: Sql<Row>): Promise<Row | undefined>
  /** Number of affected rows. */
  execute(statement: Sql): Promise<number>
}

/** A transaction of a user in a team, which sees that team's rows. Only `asUser` creates one, so no store function runs without a team. */
export interface UserTx extends Tx {
  /** 0 in background work without a user. */
  readonly user_id: number
  readonly team_id: number
  readonly [txBrand]: 'user'
}

export const ROLES = ['auth', 'admin', 'worker', 'prober', 'collector'] as const
export type RoleName = (typeof ROLES)[number]

/** A transaction of a system role, which is limited by its own policies. */
export interface RoleTx<Name extends RoleName = RoleName> extends Tx {
  readonly role: Name
  readonly [txBrand]: Name
}

/**
 * The user and the team of a transaction. The database verifies the credential and the membership in the same round trip, and refuses to
 * enter if the role has changed. A key with `is_limited` sees only its websites and monitors. `system` is background work for that team.
 */
export type Entry =
  | { user_id: number; team_id: number; role: TeamRole; key_id: number; is_limited?: boolean }
  | { user_id: number; team_id: number; role: TeamRole; session_id: number }
  | { user_id?: number; team_id: number; system: true }

export interface TxOptions {
  /** A read: statements sent together cost one round trip. It is not a snapshot, and it keeps no locks. */
  readOnly?: boolean
  /** Aborted after `attempt_ms`, together with its connection: for calls that are repeated anyway. */
  isPrompt?: boolean
}

export type SendStatement = (statement: Sql) => Promise<pg.QueryResult>

export class Transaction implements Tx {
  declare readonly [txBrand]: 'user' | RoleName
  private readonly send: SendStatement
  readonly user_id: number
  readonly team_id: number
  readonly role: RoleName | undefined

  constructor(send: SendStatement, { user_id = 0, team_id }: { user_id?: number; team_id: number }, role?: RoleName) {
    this.send = send
    this.user_id = user_id
    this.team_id = team_id
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

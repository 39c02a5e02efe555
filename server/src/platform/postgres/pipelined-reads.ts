import type pg from 'pg'
import { socketOf } from './frozen.ts'
import type { Sql } from './sql.ts'
import { submit } from './submit.ts'

/**
 * The statements that a read sends at once are one transaction: begin, the user it runs as, the statements and commit go out in one
 * write and return in one round trip. Statements sent later are a new transaction, including the check of the credential; under READ
 * COMMITTED, each statement has its own snapshot in any case.
 */
export class PipelinedReads {
  private readonly client: pg.PoolClient
  private readonly begin: string
  private isOpen = false
  private begun: Promise<void> | undefined
  private ended: Promise<Error | undefined> = Promise.resolve(undefined)
  private failure: unknown = null

  constructor(client: pg.PoolClient, prefix: string) {
    this.client = client
    this.begin = `begin read only; ${prefix}`
  }

  send(statement: Sql): Promise<pg.QueryResult> {
    this.open()
    return submit(this.client, statement)
  }

  private open(): void {
    if (this.isOpen) return
    this.isOpen = true
    const socket = socketOf(this.client)
    socket.cork()
    this.begun = this.client.query(this.begin).then(
      () => undefined,
      (error: unknown) => void (this.failure ??= error),
    )
    process.nextTick(() => {
      this.isOpen = false
      this.ended = this.client.query('commit').then(
        () => undefined,
        (error: unknown) => error as Error,
      )
      socket.uncork()
    })
  }

  /** Why entering was refused, or null. Enters now if no read has been sent yet. */
  async findFailure(): Promise<unknown> {
    if (!this.begun) this.open()
    await this.begun
    return this.failure
  }

  /** Gives the connection back once the last commit has been answered. */
  async release(): Promise<void> {
    this.client.release(await this.ended)
  }
}

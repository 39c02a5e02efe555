import type pg from 'pg'
import { socketOf } from './frozen.ts'
import type { Sql } from './sql.ts'
import { submit } from './submit.ts'

/**
 * The statements that a read asks for in one go are a transaction of their own: begin, who it is for, the statements
 * and commit leave in one write and come back in one trip. A read that asks again later begins anew, credential and
 * all; under READ COMMITTED each statement sees a snapshot of its own in any case.
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

  ask(statement: Sql): Promise<pg.QueryResult> {
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

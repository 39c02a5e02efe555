import { JobTakenOver } from '../../platform/jobs/index.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'

/**
 * One run of the job that sends to a provider. A process that is stopped for six seconds loses its job to another worker, and may continue later,
 * in the middle of a message. So every transaction of a run first makes sure that no later run has begun.
 */
export class DeliveryRun {
  #provider_id: number
  #last: number | null
  #number: number | null = null

  /** `last`: the run before this one; null: whichever it is. */
  constructor(provider_id: number, last: number | null = null) {
    this.#provider_id = provider_id
    this.#last = last
  }

  /**
   * The last run is read before the job is confirmed: a process that is stopped after that and continues when another one has run the job
   * would begin a later run than the other, and end its messages.
   */
  static async open(postgres: Postgres, provider_id: number, confirmHeld?: () => Promise<void>): Promise<DeliveryRun> {
    const row = await postgres.asRole('worker', (tx) =>
      tx.maybe(sql<{ run: number }>`select delivery_run as run from providers where id = ${provider_id}`),
    )
    await confirmHeld?.()
    return new DeliveryRun(provider_id, row?.run ?? null)
  }

  /**
   * Locks the provider until the transaction ends; the first call begins the run. Throws when a later run has begun. Does nothing for a
   * provider that was deleted, because nothing is sent to it any more.
   */
  async hold(tx: RoleTx<'worker'>): Promise<void> {
    const row = await tx.maybe(sql<{ run: number }>`
      select delivery_run as run from providers where id = ${this.#provider_id} for no key update`)
    if (row === undefined) return
    if (row.run !== (this.#number ?? this.#last ?? row.run))
      throw new JobTakenOver(`a later run sends to provider ${this.#provider_id}`)
    if (this.#number !== null) return
    this.#number = row.run + 1
    await tx.execute(sql`update providers set delivery_run = ${this.#number} where id = ${this.#provider_id}`)
  }
}

/** A simulated process. It may be stopped for a while, like by SIGSTOP, or killed. */
export class Machine {
  readonly name: string
  isDead = false
  stopped_until = 0

  constructor(name: string) {
    this.name = name
  }
}

interface Turn {
  at: number
  order: number
  machine: Machine
  go: () => void
}

/**
 * Simulated time. Exactly one strand of work runs at any moment: it runs until it sleeps or ends, and then the next turn in the order of
 * time begins. So the outcome depends on nothing but the order of the turns, however long Postgres takes for a statement.
 */
export class Scheduler {
  /** Milliseconds since the start, by a clock that nobody sets. */
  now = 0
  #turns: Turn[] = []
  #order = 0
  #running = 0
  #idle = Promise.withResolvers<void>()
  #failure: { error: unknown } | undefined
  #isStopped = false

  #add(turn: Omit<Turn, 'order'>): void {
    const added = { ...turn, order: this.#order++ }
    let place = this.#turns.length
    while (place > 0 && (this.#turns[place - 1]?.at ?? 0) > added.at) place--
    this.#turns.splice(place, 0, added)
  }

  /** Starts a strand of work on a machine. */
  start(machine: Machine, work: () => Promise<void>, delay_ms = 0): void {
    const go = (): void => {
      work().then(
        () => this.#leave(),
        (error: unknown) => {
          this.#failure ??= { error }
          this.#leave()
        },
      )
    }
    this.#add({ at: this.now + delay_ms, machine, go })
  }

  sleep(machine: Machine, ms: number): Promise<void> {
    if (machine.isDead) return this.end()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#add({ at: this.now + ms, machine, go: resolve })
    this.#leave()
    return promise
  }

  /** For a strand whose machine is dead: nothing after this is executed. */
  end(): Promise<never> {
    this.#leave()
    return new Promise<never>(() => undefined)
  }

  stop(): void {
    this.#isStopped = true
  }

  #leave(): void {
    if (--this.#running === 0) this.#idle.resolve()
  }

  /** Until `stop` is called, or nothing is left to do. `afterTurn` runs between the turns. */
  async run(afterTurn: () => Promise<void>): Promise<void> {
    for (;;) {
      const turn = this.#isStopped ? undefined : this.#turns.shift()
      if (!turn) return
      const { machine } = turn
      if (machine.isDead) continue
      if (machine.stopped_until > turn.at) {
        this.#add({ ...turn, at: machine.stopped_until })
        continue
      }
      this.now = turn.at
      this.#idle = Promise.withResolvers<void>()
      this.#running = 1
      turn.go()
      await this.#idle.promise
      if (this.#failure) throw this.#failure.error
      await afterTurn()
    }
  }
}

/** One check waiting for or taking its turn. */
interface Job<Item> {
  readonly item: Item
  readonly host: string
}

interface PoolOptions<Item> {
  /** How many run at once. */
  readonly size: number
  /** How many of them against one host: a host that hangs keeps this many, and not the pool. */
  readonly per_host: number
  readonly run: (item: Item) => Promise<void>
  /** Called when there is room for more. */
  readonly onFree: () => void
  readonly now_ms?: () => number
}

const AHEAD_MS = 250

/**
 * Runs what it is given, at most `size` at once and `per_host` for each host. What waits for a busy host does not count
 * against the others.
 */
export class CheckPool<Item> {
  readonly size: number
  #options: PoolOptions<Item>
  #running = 0
  #runningOf = new Map<string, number>()
  /** Of each host, in order. A host that can start nothing is not looked at until one of its own ends. */
  #waitingOf = new Map<string, Job<Item>[]>()
  #waiting = 0
  #ready: Job<Item>[] = []
  #window = 0
  #done = 0
  #doneBefore = 0
  #now_ms: () => number

  constructor(options: PoolOptions<Item>) {
    this.#options = options
    this.size = options.size
    this.#now_ms = options.now_ms ?? (() => performance.now())
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting + this.#ready.length
  }

  /** How many more may come. What is done in a quarter of a second may wait here as well, so that nobody waits for a claim. */
  get free(): number {
    return Math.max(0, this.size + this.#ahead - this.#running - this.#ready.length)
  }

  /** When it is worth a trip to ask for more. */
  get roomy(): number {
    return (this.size + this.#ahead) / 2
  }

  get #ahead(): number {
    this.#turnWindow()
    return Math.min(this.size, Math.max(this.#doneBefore, this.#done))
  }

  #turnWindow(): void {
    const window = Math.floor(this.#now_ms() / AHEAD_MS)
    if (window === this.#window) return
    this.#doneBefore = window === this.#window + 1 ? this.#done : 0
    this.#done = 0
    this.#window = window
  }

  add(item: Item, host: string): void {
    const job = { item, host }
    const waiting = this.#waitingOf.get(host)
    if (waiting) {
      waiting.push(job)
      this.#waiting++
    } else if ((this.#runningOf.get(host) ?? 0) >= this.#options.per_host) {
      this.#waitingOf.set(host, [job])
      this.#waiting++
    } else this.#admit(job)
  }

  /** Takes back everything that has not begun. */
  clear(): Item[] {
    const jobs = [...this.#ready, ...[...this.#waitingOf.values()].flat()]
    for (const { host } of this.#ready) this.#leaveHost(host)
    this.#ready = []
    this.#waitingOf.clear()
    this.#waiting = 0
    return jobs.map((job) => job.item)
  }

  #admit(job: Job<Item>): void {
    this.#runningOf.set(job.host, (this.#runningOf.get(job.host) ?? 0) + 1)
    if (this.#running < this.size) this.#start(job)
    else this.#ready.push(job)
  }

  #start(job: Job<Item>): void {
    this.#running++
    void this.#options.run(job.item).finally(() => this.#finish(job))
  }

  #finish({ host }: Job<Item>): void {
    this.#running--
    this.#turnWindow()
    this.#done++
    this.#leaveHost(host)
    const waiting = this.#waitingOf.get(host)
    const next = waiting?.shift()
    if (waiting?.length === 0) this.#waitingOf.delete(host)
    if (next) {
      this.#waiting--
      this.#admit(next)
    }
    const ready = this.#running < this.size ? this.#ready.shift() : undefined
    if (ready) this.#start(ready)
    this.#options.onFree()
  }

  #leaveHost(host: string): void {
    const left = (this.#runningOf.get(host) ?? 1) - 1
    if (left === 0) this.#runningOf.delete(host)
    else this.#runningOf.set(host, left)
  }
}

import { FairShare } from '../../../platform/fair-share.ts'
import { Load } from './load.ts'

/** The team of a check and the host it goes to: both have a limit. */
export interface TeamAndHost {
  readonly team_id: number
  readonly host_key: number
}

/** A queued or running check. */
interface Job<Item> extends TeamAndHost {
  readonly item: Item
  readonly since_ms: number
  /** Only the size of the pool kept it from starting. */
  readonly isReady: boolean
}

interface PoolOptions<Item> {
  /** How many run at once. */
  readonly size: number
  /** How many of them per host, so that a host that hangs does not block the whole pool. */
  readonly per_host: number
  readonly run: (item: Item) => Promise<void>
  /** Called when there is room for more. */
  readonly onFree: () => void
  readonly now_ms?: () => number
}

/**
 * Teams and hosts with little or no free capacity, whose checks a claim should skip: how many more each team and each host can start,
 * teams at their share of one host (`pairs`, team_id * 2^32 + host_key as text), and the capacity of all others.
 */
export interface ClaimRooms {
  readonly team_room: number
  readonly host_room: number
  readonly teams: Readonly<Record<string, number>>
  readonly hosts: Readonly<Record<string, number>>
  readonly pairs: readonly string[]
}

/** The key of the whole pool in its load. */
const ALL = 0
/** A team without running checks. */
const IDLE_TEAM = -1

/**
 * Runs checks, at most `size` at once and `per_host` per host, with a fair share of both for each team. Checks that wait for a busy
 * host or team do not block the others.
 */
export class CheckPool<Item> {
  readonly size: number
  #options: PoolOptions<Item>
  #share: FairShare
  #hostShares = new Map<number, FairShare>()
  /** Queued checks by team and host, oldest first. Teams take turns. */
  #waiting = new Map<number, Map<number, Job<Item>[]>>()
  #waitingCount = 0
  #readyCount = 0
  #total: Load
  #teams: Load
  #hosts: Load
  #now_ms: () => number

  constructor(options: PoolOptions<Item>) {
    this.#options = options
    this.size = options.size
    this.#now_ms = options.now_ms ?? (() => performance.now())
    this.#share = new FairShare(options.size)
    this.#total = new Load(this.#now_ms)
    this.#teams = new Load(this.#now_ms)
    this.#hosts = new Load(this.#now_ms)
  }

  get running(): number {
    return this.#share.used
  }

  get waiting(): number {
    return this.#waitingCount
  }

  /** How many more checks can be added. Those that finish within a quarter of a second may be queued ahead, so that no slot waits for a claim. */
  get free(): number {
    return Math.max(0, this.size + this.#ahead - this.running - this.#readyCount)
  }

  /** Whether enough places are free that another claim is worth a round trip. */
  get isWorthClaiming(): boolean {
    return this.free >= (this.size + this.#ahead) / 2
  }

  get #ahead(): number {
    return Math.min(this.size, this.#total.aheadOf(ALL))
  }

  describeBusy(): ClaimRooms {
    const { per_host } = this.#options
    const team_room = this.#share.limitOf(IDLE_TEAM)
    return {
      team_room,
      host_room: per_host,
      teams: this.#teams.describeRooms((key) => this.#share.limitOf(key), team_room),
      hosts: this.#hosts.describeRooms(() => per_host, per_host),
      pairs: this.#listBusyPairs(),
    }
  }

  /** Teams that have used up their share of a host that still has capacity for others. */
  #listBusyPairs(): string[] {
    const pairs: string[] = []
    for (const [host_key, share] of this.#hostShares) {
      if (share.used === share.capacity) continue
      for (const team_id of share.keys) {
        if (!share.mayTake(team_id)) pairs.push(String(BigInt(team_id) * 2n ** 32n + BigInt(host_key)))
      }
    }
    return pairs
  }

  add(item: Item, { team_id, host_key }: TeamAndHost): void {
    this.#teams.add(team_id)
    this.#hosts.add(host_key)
    const isAllowed = this.#share.limitOf(team_id) > this.#share.usedBy(team_id) && this.#mayUseHost(team_id, host_key)
    const job = { item, team_id, host_key, since_ms: this.#now_ms(), isReady: isAllowed }
    if (isAllowed && this.running < this.size && !this.#waiting.get(team_id)?.has(host_key)) this.#start(job)
    else this.#queue(job)
  }

  /** Removes and returns the checks that have not started (or that waited longer than `longer_than_ms`), so that others can run them. */
  clear(longer_than_ms = -1): Item[] {
    const before_ms = this.#now_ms() - longer_than_ms
    const jobs = [...this.#waiting.values()].flatMap((hosts) => [...hosts.values()].flat())
    const cleared = jobs.filter((job) => job.since_ms < before_ms)
    for (const job of cleared) {
      this.#unqueue(job)
      this.#teams.remove(job.team_id)
      this.#hosts.remove(job.host_key)
    }
    return cleared.map((job) => job.item)
  }

  #mayUseHost(team_id: number, host_key: number): boolean {
    return this.#hostShares.get(host_key)?.mayTake(team_id) ?? true
  }

  #queue(job: Job<Item>): void {
    const hosts = this.#waiting.get(job.team_id) ?? new Map<number, Job<Item>[]>()
    this.#waiting.set(job.team_id, hosts)
    const jobs = hosts.get(job.host_key)
    if (jobs) jobs.push(job)
    else hosts.set(job.host_key, [job])
    this.#waitingCount++
    if (job.isReady) this.#readyCount++
  }

  #unqueue(job: Job<Item>): void {
    const hosts = this.#waiting.get(job.team_id)
    const jobs = hosts?.get(job.host_key)
    if (!hosts || !jobs) return
    jobs.splice(jobs.indexOf(job), 1)
    if (jobs.length === 0) hosts.delete(job.host_key)
    if (hosts.size === 0) this.#waiting.delete(job.team_id)
    this.#waitingCount--
    if (job.isReady) this.#readyCount--
  }

  /** The oldest check that can start, of the next team in turn. */
  #findNext(): Job<Item> | undefined {
    if (this.running >= this.size) return undefined
    for (const [team_id, hosts] of this.#waiting) {
      if (!this.#share.mayTake(team_id)) continue
      for (const [host_key, jobs] of hosts) if (this.#mayUseHost(team_id, host_key)) return jobs[0]
    }
    return undefined
  }

  #startWaiting(): void {
    for (let job = this.#findNext(); job; job = this.#findNext()) {
      this.#unqueue(job)
      const remaining = this.#waiting.get(job.team_id)
      if (remaining) {
        this.#waiting.delete(job.team_id)
        this.#waiting.set(job.team_id, remaining)
      }
      this.#start(job)
    }
  }

  #start(job: Job<Item>): void {
    this.#share.take(job.team_id)
    const host = this.#hostShares.get(job.host_key) ?? new FairShare(this.#options.per_host)
    this.#hostShares.set(job.host_key, host)
    host.take(job.team_id)
    void this.#options.run(job.item).finally(() => this.#finish(job, host))
  }

  #finish({ team_id, host_key }: Job<Item>, host: FairShare): void {
    this.#share.giveBack(team_id)
    host.giveBack(team_id)
    if (host.used === 0) this.#hostShares.delete(host_key)
    this.#total.finish(ALL)
    this.#teams.finish(team_id)
    this.#hosts.finish(host_key)
    this.#startWaiting()
    this.#options.onFree()
  }
}

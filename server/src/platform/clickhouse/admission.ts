import type { QueryCaller } from './query-caller.ts'
import { ClickHouseUnavailable } from './failure.ts'

type Kind = QueryCaller['kind'] | 'system'

interface QueuedQuery {
  readonly kind: Kind
  start(): void
  refuse(error: Error): void
}

/** Queued queries per team; more are rejected. A dashboard sends about a dozen. */
const MAX_WAITING = 100
const SYSTEM = 0
/** A team with more queued queries than this sends more than a dashboard does. */
const MAX_DASHBOARD_QUEUE = 20

/**
 * Query priority inside the engine: a query with a higher number pauses while one with a lower number runs. `null` opts out of
 * priorities, as internal queries do.
 */
export type ReadRank = 1 | 2 | 3 | null
/** Priority of public pages and of teams with a backlog. */
export const LAST_RANK: ReadRank = 3

/**
 * Decides which queries run concurrently. A team gets at most half of the slots for users and a quarter for API keys. Public
 * pages share a quarter. One slot is reserved for users. Internal queries belong to no team. Teams alternate, users
 * before programs, so a team with many queries waits in its own queue.
 */
export class ReadAdmission {
  readonly #capacity: number
  readonly #max_wait_ms: number
  readonly #running = { person: 0, key: 0, public: 0, system: 0 }
  readonly #runningOf = new Map<number, number>()
  readonly #waitingOf = new Map<number, Set<QueuedQuery>>()

  constructor(capacity: number, max_wait_ms: number) {
    this.#capacity = capacity
    this.#max_wait_ms = max_wait_ms
  }

  async run<T>(caller: QueryCaller | undefined, fn: (rank: ReadRank) => Promise<T>): Promise<T> {
    const kind = caller?.kind ?? 'system'
    const team_id = caller?.team_id ?? SYSTEM
    if (this.#waitingOf.has(team_id) || !this.#mayStart(team_id, kind)) await this.#wait(team_id, kind)
    else this.#acquire(team_id, kind)
    try {
      return await fn(this.#rank(team_id, kind))
    } finally {
      this.#release(team_id, kind)
    }
  }

  /** Rejects all queued queries. */
  close(): void {
    const error = new ClickHouseUnavailable('closed', 'ClickHouse is shutting down')
    for (const waiting of this.#waitingOf.values()) for (const query of waiting) query.refuse(error)
  }

  #rank(team_id: number, kind: Kind): ReadRank {
    if (kind === 'system') return null
    if (kind === 'public' || (this.#waitingOf.get(team_id)?.size ?? 0) > MAX_DASHBOARD_QUEUE) return LAST_RANK
    return kind === 'person' ? 1 : 2
  }

  #mayStart(team_id: number, kind: Kind): boolean {
    const { person, key, system } = this.#running
    const programs = key + system + this.#running.public
    if (person + programs >= this.#capacity) return false
    const quarter = Math.max(1, Math.floor(this.#capacity / 4))
    if (kind !== 'person' && programs >= this.#capacity - 1) return false
    if (kind === 'public' && this.#running.public >= quarter) return false
    if (kind === 'system') return true
    const limit = kind === 'person' ? Math.max(1, Math.floor(this.#capacity / 2)) : quarter
    return (this.#runningOf.get(team_id) ?? 0) < limit
  }

  #acquire(team_id: number, kind: Kind): void {
    this.#running[kind]++
    this.#runningOf.set(team_id, (this.#runningOf.get(team_id) ?? 0) + 1)
  }

  #release(team_id: number, kind: Kind): void {
    const left = (this.#runningOf.get(team_id) ?? 1) - 1
    this.#running[kind]--
    if (left > 0) this.#runningOf.set(team_id, left)
    else this.#runningOf.delete(team_id)
    while (this.#startNext(['person']) || this.#startNext(['key', 'public', 'system']));
  }

  /** Starts a query of the next team that may run one. */
  #startNext(kinds: readonly Kind[]): boolean {
    for (const [team_id, waiting] of this.#waitingOf) {
      for (const query of waiting) {
        if (!kinds.includes(query.kind) || !this.#mayStart(team_id, query.kind)) continue
        this.#acquire(team_id, query.kind)
        query.start()
        const remaining = this.#waitingOf.get(team_id)
        if (remaining) {
          this.#waitingOf.delete(team_id)
          this.#waitingOf.set(team_id, remaining)
        }
        return true
      }
    }
    return false
  }

  #wait(team_id: number, kind: Kind): Promise<void> {
    const queue = this.#waitingOf.get(team_id) ?? new Set<QueuedQuery>()
    if (queue.size >= MAX_WAITING) return Promise.reject(busy('too many queued queries for this team'))
    this.#waitingOf.set(team_id, queue)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => query.refuse(busy('too many queued queries')), this.#max_wait_ms)
      const leave = (): void => {
        clearTimeout(timer)
        queue.delete(query)
        if (queue.size === 0) this.#waitingOf.delete(team_id)
      }
      const query: QueuedQuery = {
        kind,
        start() {
          leave()
          resolve()
        },
        refuse(error) {
          leave()
          reject(error)
        },
      }
      queue.add(query)
    })
  }
}

const busy = (why: string): ClickHouseUnavailable => new ClickHouseUnavailable('busy', `ClickHouse: ${why}`)

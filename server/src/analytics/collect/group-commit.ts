import { setTimeout as wait } from 'node:timers/promises'

export interface Addition {
  /** NDJSON lines of events that count, and of those that are stored apart. */
  events: string
  event_count: number
  filtered: string
  filtered_count: number
  /** The website whose first event this is, and the origin of its page. */
  first_of: { website_id: number; origin: string } | null
}

export interface Batch {
  events: string[]
  event_count: number
  filtered: string[]
  filtered_count: number
  /** Website ids with the origin of their first event. */
  first_of: Map<number, string>
}

interface Open extends Batch {
  bytes: number
  done: Promise<void>
  resolve: () => void
  reject: (error: unknown) => void
}

export interface GroupCommit {
  /** Resolves once the transaction that holds it is committed. */
  add(addition: Addition): Promise<void>
  readonly isFull: boolean
  /** Commits what waits. */
  stop(): Promise<void>
}

/** Requests that arrive within this time share a transaction: an fsync takes about as long, and the response is not urgent. */
const COMMIT_AFTER_MS = 10
/** Enough to commit at once: a commit costs this process 0.35 ms whatever its size, so then 3 µs an event. */
const COMMIT_AT_EVENTS = 100
/** The second is prepared while the first waits for the disk. */
const MAX_IN_FLIGHT = 2
/** In one transaction: a batch is one row of the inbox. */
const MAX_BYTES = 4 * 1024 * 1024
/** Waiting in memory, all batches together. At 500 bytes an event some 10 s of a saturated core. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024

function openBatch(): Open {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // The callers of add handle the failure; without one left, it must not end the process.
  promise.catch(() => undefined)
  return {
    events: [],
    event_count: 0,
    filtered: [],
    filtered_count: 0,
    first_of: new Map(),
    bytes: 0,
    done: promise,
    resolve,
    reject,
  }
}

/** Returns how many bytes it adds. */
function addToBatch(batch: Open, addition: Addition): number {
  const { first_of } = addition
  if (addition.event_count > 0) {
    batch.events.push(addition.events)
    batch.event_count += addition.event_count
  }
  if (addition.filtered_count > 0) {
    batch.filtered.push(addition.filtered)
    batch.filtered_count += addition.filtered_count
  }
  if (first_of !== null && !batch.first_of.has(first_of.website_id)) {
    batch.first_of.set(first_of.website_id, first_of.origin)
  }
  const bytes = addition.events.length + addition.filtered.length
  batch.bytes += bytes
  return bytes
}

/** One transaction for all requests within a short time. They share one promise, so a request costs no bookkeeping of its own. */
export function createGroupCommit(commit: (batch: Batch) => Promise<void>): GroupCommit {
  let open = openBatch()
  const closed: Open[] = []
  let underWay = 0
  let waitingBytes = 0
  let timer: NodeJS.Timeout | undefined

  const count = ({ event_count, filtered_count }: Batch): number => event_count + filtered_count

  const close = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (count(open) === 0) return
    closed.push(open)
    open = openBatch()
  }
  const commitNext = (): void => {
    const batch = underWay < MAX_IN_FLIGHT ? closed.shift() : undefined
    if (!batch) return
    underWay++
    void commit(batch)
      .then(batch.resolve, batch.reject)
      .then(() => {
        underWay--
        waitingBytes -= batch.bytes
        // What arrived during this commit need not wait for its time.
        if (closed.length === 0) close()
        commitNext()
      })
  }
  const send = (): void => {
    close()
    commitNext()
  }

  return {
    add(addition) {
      const batch = open
      waitingBytes += addToBatch(batch, addition)
      if (batch.bytes >= MAX_BYTES) send()
      else if (underWay < MAX_IN_FLIGHT) {
        if (count(batch) >= COMMIT_AT_EVENTS) send()
        else timer ??= setTimeout(send, COMMIT_AFTER_MS)
      }
      return batch.done
    },
    get isFull() {
      return waitingBytes >= MAX_WAITING_BYTES
    },
    async stop() {
      while (underWay > 0 || closed.length > 0 || count(open) > 0) {
        send()
        await wait(COMMIT_AFTER_MS)
      }
    },
  }
}

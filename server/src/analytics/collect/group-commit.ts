import { setTimeout as wait } from 'node:timers/promises'

export interface Addition {
  /** NDJSON lines of events that count, and of those that are stored as filtered. */
  events: string
  event_count: number
  filtered: string
  filtered_count: number
  /** The website whose first event this is, and the origin of its page. */
  first_event: { website_id: number; origin: string } | null
}

export interface Batch {
  events: string[]
  event_count: number
  filtered: string[]
  filtered_count: number
  /** Website ids with the origin of their first event. */
  first_events: Map<number, string>
}

interface OpenBatch extends Batch {
  bytes: number
  done: Promise<void>
  resolve: () => void
  reject: (error: unknown) => void
}

export interface GroupCommit {
  /** Resolves once the transaction that holds it is committed. */
  add(addition: Addition): Promise<void>
  readonly isFull: boolean
  /** Commits the events that still wait. */
  stop(): Promise<void>
}

/** Requests that arrive within this time share a transaction: an fsync takes about as long, and the response is not urgent. */
const COMMIT_AFTER_MS = 10
/** From this size on a batch does not wait: a commit costs this process 0.35 ms whatever its size, here 3 µs per event. */
const COMMIT_AT_EVENTS = 100
/** The second is prepared while the first waits for the disk. */
const MAX_IN_FLIGHT = 2
/** Per transaction: a batch is one row of the inbox. */
const MAX_BYTES = 4 * 1024 * 1024
/** Total of the batches that wait in memory: at 500 bytes per event, some 10 s of a saturated core. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024

function openBatch(): OpenBatch {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // The callers of add handle a failure. When none of them waits any more, it must not end the process.
  promise.catch(() => undefined)
  return {
    events: [],
    event_count: 0,
    filtered: [],
    filtered_count: 0,
    first_events: new Map(),
    bytes: 0,
    done: promise,
    resolve,
    reject,
  }
}

/** Returns how many bytes it adds. */
function addToBatch(batch: OpenBatch, addition: Addition): number {
  const { first_event } = addition
  if (addition.event_count > 0) {
    batch.events.push(addition.events)
    batch.event_count += addition.event_count
  }
  if (addition.filtered_count > 0) {
    batch.filtered.push(addition.filtered)
    batch.filtered_count += addition.filtered_count
  }
  if (first_event !== null && !batch.first_events.has(first_event.website_id)) {
    batch.first_events.set(first_event.website_id, first_event.origin)
  }
  const bytes = addition.events.length + addition.filtered.length
  batch.bytes += bytes
  return bytes
}

/** One transaction for all requests within a short time. They share one promise, so a request costs no bookkeeping of its own. */
export function createGroupCommit(commit: (batch: Batch) => Promise<void>): GroupCommit {
  let open = openBatch()
  const closed: OpenBatch[] = []
  let inFlight = 0
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
    const batch = inFlight < MAX_IN_FLIGHT ? closed.shift() : undefined
    if (!batch) return
    inFlight++
    void commit(batch)
      .then(batch.resolve, batch.reject)
      .then(() => {
        inFlight--
        waitingBytes -= batch.bytes
        // Events that arrived during this commit are committed without waiting for the timer.
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
      else if (inFlight < MAX_IN_FLIGHT) {
        if (count(batch) >= COMMIT_AT_EVENTS) send()
        else timer ??= setTimeout(send, COMMIT_AFTER_MS)
      }
      return batch.done
    },
    get isFull() {
      return waitingBytes >= MAX_WAITING_BYTES
    },
    async stop() {
      while (inFlight > 0 || closed.length > 0 || count(open) > 0) {
        send()
        await wait(COMMIT_AFTER_MS)
      }
    },
  }
}

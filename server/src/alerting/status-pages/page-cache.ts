import { currentLanguage } from '../../platform/text/index.ts'

/** Renewed in the background from here on, so that a crowd does not wait for it; */
const RENEW_AFTER_MS = 10_000
/** … and never shown older than this while the database answers. */
const KEEP_MS = 15_000
/** How long the last good copy is shown while the database does not answer. */
const STALE_MS = 3_600_000
/** Requests wait this long for a renewal before they get the last good copy. */
const PATIENCE_MS = 1500
/** After a failure, nobody waits and nothing is tried for this long. */
const RETRY_MS = 1000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_ENTRIES = 5000

interface Kept<T> {
  page: string
  /** Undefined until it was made once. */
  good?: { value: T; made_ms: number }
  /** The making under way. */
  pending?: { result: Promise<T>; since_ms: number }
  /** Until then the good copy is returned, and nothing is made. */
  renew_ms: number
  /** Until then the good copy is returned while the next is made. */
  until_ms: number
  /** Counts how often it was expired. */
  epoch: number
  bytes: number
}

interface CacheOptions<T> {
  now?: () => number
  max_bytes?: number
  max_entries?: number
  sizeOf: (value: T) => number
  /** Why a copy could not be renewed. Not called when the caller gets the error. */
  onStale?: (error: unknown) => void
}

export interface PageCache<T> {
  /** A file of a page, by its name. */
  get(page: string, name: string, make: () => Promise<T>): Promise<T>
  /** The next request makes each file of the page again, even if it is being made now. Not even an outage brings the old one back. */
  drop(page: string): void
  /** Everything is made again by the next request. While that fails, the last good copies are returned. */
  expire(): void
}

/** The result, or the fallback if it takes longer. */
function within<T>(result: Promise<T>, wait_ms: number, fallback: T): Promise<T> {
  if (wait_ms <= 0) return Promise.resolve(fallback)
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(fallback), wait_ms)
    const settle = (value: T): void => {
      clearTimeout(timer)
      resolve(value)
    }
    result.then(settle, () => settle(fallback))
  })
}

interface Shelf<T> {
  kept: ReadonlyMap<string, Kept<T>>
  /** The entry of that name, a new one if there is none. */
  open(name: string, page: string): Kept<T>
  fill(name: string, entry: Kept<T>, good: { value: T; made_ms: number }): void
  forget(name: string): void
}

/** Entries up to a size; the one that was filled first goes first. */
function createShelf<T>(max_bytes: number, max_entries: number, sizeOf: (value: T) => number): Shelf<T> {
  const kept = new Map<string, Kept<T>>()
  let bytes = 0
  const forget = (name: string): void => {
    bytes -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }
  const shrink = (): void => {
    for (const key of kept.keys()) {
      if (bytes <= max_bytes && kept.size <= max_entries) return
      forget(key)
    }
  }
  return {
    kept,
    open(name, page) {
      const found = kept.get(name)
      if (found) return found
      const entry: Kept<T> = { page, renew_ms: 0, until_ms: 0, epoch: 0, bytes: 0 }
      kept.set(name, entry)
      shrink()
      return entry
    },
    fill(name, entry, good) {
      forget(name)
      entry.good = good
      entry.bytes = sizeOf(good.value)
      bytes += entry.bytes
      kept.set(name, entry)
      shrink()
    },
    forget,
  }
}

/**
 * Caches rendered pages for fifteen seconds, each language by itself, so that a crowd during an outage costs six reads a minute. Requests during the
 * first rendering wait for its result. A missing page is cached too. While the database does not answer, the last good copy is returned
 * for up to an hour. The size is limited; the oldest page is evicted first.
 */
export function createPageCache<T>(options: CacheOptions<T>): PageCache<T> {
  const { now = Date.now, sizeOf, onStale = () => undefined } = options
  const shelf = createShelf(options.max_bytes ?? MAX_BYTES, options.max_entries ?? MAX_ENTRIES, sizeOf)
  const isTooOld = ({ made_ms }: { made_ms: number }): boolean => now() - made_ms > STALE_MS
  const makeAgain = (name: string, entry: Kept<T>, make: () => Promise<T>): Promise<T> => {
    const since_ms = now()
    const { epoch } = entry
    const result = make()
    entry.pending = { result, since_ms }
    const isKept = (): boolean => {
      delete entry.pending
      return shelf.kept.get(name) === entry
    }
    result.then(
      (value) => {
        if (!isKept()) return
        shelf.fill(name, entry, { value, made_ms: now() })
        const isCurrent = entry.epoch === epoch
        entry.renew_ms = isCurrent ? since_ms + RENEW_AFTER_MS : 0
        entry.until_ms = isCurrent ? since_ms + KEEP_MS : 0
      },
      (error: unknown) => {
        if (!isKept()) return
        if (!entry.good || isTooOld(entry.good)) return shelf.forget(name)
        onStale(error)
        entry.renew_ms = now() + RETRY_MS
        entry.until_ms = entry.renew_ms
      },
    )
    return result
  }
  return {
    async get(page, file, make) {
      const name = `${currentLanguage()} ${file} ${page}`
      const entry = shelf.open(name, page)
      const { good } = entry
      if (good && now() < entry.renew_ms) return good.value
      const result = entry.pending?.result ?? makeAgain(name, entry, make)
      if (!good || isTooOld(good)) return result
      if (now() < entry.until_ms) return good.value
      const waited_ms = now() - (entry.pending?.since_ms ?? now())
      return within(result, PATIENCE_MS - waited_ms, good.value)
    },
    drop(page) {
      for (const [name, entry] of shelf.kept) if (entry.page === page) shelf.forget(name)
    },
    expire() {
      for (const entry of shelf.kept.values())
        Object.assign(entry, { renew_ms: 0, until_ms: 0, epoch: entry.epoch + 1 })
    },
  }
}

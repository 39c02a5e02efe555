import { HOUR_MS } from '@sitewatch/contract/durations'
import { currentLanguage } from '../../platform/text/index.ts'

/** From this age on, a page is renewed in the background, so that requests do not wait for it. */
const RENEW_AFTER_MS = 10_000
/** A page is never shown older than this while the database responds. */
const KEEP_MS = 15_000
/** How long the last good copy is shown while the database does not respond. */
const STALE_MS = HOUR_MS
/** Requests wait this long for a renewal before they get the last good copy. */
const MAX_WAIT_MS = 1500
/** After a failure, no request waits and nothing is retried for this long. */
const RETRY_MS = 1000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_ENTRIES = 5000

interface Entry<T> {
  page: string
  /** Undefined until it was rendered once. */
  good?: { value: T; made_ms: number }
  /** The rendering in progress. */
  pending?: { result: Promise<T>; since_ms: number }
  /** Until then the good copy is returned, and nothing is rendered. */
  renew_ms: number
  /** Until then the good copy is returned while the next is rendered. */
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
  /** The next request renders each file of the page again, even one that is being rendered. Not even an outage brings the old copy back. */
  drop(page: string): void
  /** The next request for each file renders it again. While that fails, the last good copy is returned. */
  expire(): void
}

/** The result, or the fallback if it takes longer. */
function withTimeout<T>(result: Promise<T>, wait_ms: number, fallback: T): Promise<T> {
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

interface EntryStore<T> {
  entries: ReadonlyMap<string, Entry<T>>
  /** The entry of that name, a new one if there is none. */
  open(name: string, page: string): Entry<T>
  fill(name: string, entry: Entry<T>, good: { value: T; made_ms: number }): void
  remove(name: string): void
}

/** Entries up to a total size; the one that was filled first is evicted first. */
function createEntryStore<T>(max_bytes: number, max_entries: number, sizeOf: (value: T) => number): EntryStore<T> {
  const entries = new Map<string, Entry<T>>()
  let bytes = 0
  const remove = (name: string): void => {
    bytes -= entries.get(name)?.bytes ?? 0
    entries.delete(name)
  }
  const shrink = (): void => {
    for (const key of entries.keys()) {
      if (bytes <= max_bytes && entries.size <= max_entries) return
      remove(key)
    }
  }
  return {
    entries,
    open(name, page) {
      const found = entries.get(name)
      if (found) return found
      const entry: Entry<T> = { page, renew_ms: 0, until_ms: 0, epoch: 0, bytes: 0 }
      entries.set(name, entry)
      shrink()
      return entry
    },
    fill(name, entry, good) {
      remove(name)
      entry.good = good
      entry.bytes = sizeOf(good.value)
      bytes += entry.bytes
      entries.set(name, entry)
      shrink()
    },
    remove,
  }
}

/**
 * Caches rendered pages for fifteen seconds, each language separately, so that many readers during an outage cost six reads a minute.
 * Requests during the first rendering wait for its result. A missing page is cached too. While the database does not respond, the last good
 * copy is returned for up to an hour. The size is limited; the oldest page is evicted first.
 */
export function createPageCache<T>(options: CacheOptions<T>): PageCache<T> {
  const { now = Date.now, sizeOf, onStale = () => undefined } = options
  const store = createEntryStore(options.max_bytes ?? MAX_BYTES, options.max_entries ?? MAX_ENTRIES, sizeOf)
  const isTooOld = ({ made_ms }: { made_ms: number }): boolean => now() - made_ms > STALE_MS
  const renew = (name: string, entry: Entry<T>, make: () => Promise<T>): Promise<T> => {
    const since_ms = now()
    const { epoch } = entry
    const result = make()
    entry.pending = { result, since_ms }
    const isStillStored = (): boolean => {
      delete entry.pending
      return store.entries.get(name) === entry
    }
    result.then(
      (value) => {
        if (!isStillStored()) return
        store.fill(name, entry, { value, made_ms: now() })
        const isCurrent = entry.epoch === epoch
        entry.renew_ms = isCurrent ? since_ms + RENEW_AFTER_MS : 0
        entry.until_ms = isCurrent ? since_ms + KEEP_MS : 0
      },
      (error: unknown) => {
        if (!isStillStored()) return
        if (!entry.good || isTooOld(entry.good)) return store.remove(name)
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
      const entry = store.open(name, page)
      const { good } = entry
      if (good && now() < entry.renew_ms) return good.value
      const result = entry.pending?.result ?? renew(name, entry, make)
      if (!good || isTooOld(good)) return result
      if (now() < entry.until_ms) return good.value
      const waited_ms = now() - (entry.pending?.since_ms ?? now())
      return withTimeout(result, MAX_WAIT_MS - waited_ms, good.value)
    },
    drop(page) {
      for (const [name, entry] of store.entries) if (entry.page === page) store.remove(name)
    },
    expire() {
      for (const entry of store.entries.values())
        Object.assign(entry, { renew_ms: 0, until_ms: 0, epoch: entry.epoch + 1 })
    },
  }
}

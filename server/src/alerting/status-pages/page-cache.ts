import { LANGUAGES } from '@sitewatch/contract'
import { currentLanguage } from '../../platform/text/index.ts'

const KEEP_MS = 15_000
const MAX_BYTES = 32 * 1024 * 1024
const MAX_ENTRIES = 5000

interface Kept {
  text: Promise<string | null>
  until_ms: number
  bytes: number
}

interface CacheOptions {
  now?: () => number
  max_bytes?: number
  max_entries?: number
}

export interface PageCache {
  get(key: string, make: () => Promise<string | null>): Promise<string | null>
  /** The next request renders the page again, even if it is being rendered now. */
  drop(key: string): void
  clear(): void
}

/**
 * Caches rendered pages for fifteen seconds, each language by itself, so that a crowd during an outage costs four reads a minute. Requests during rendering
 * wait for its result. A missing page is cached too. The size is limited; the oldest page is evicted first.
 */
export function createPageCache({
  now = Date.now,
  max_bytes = MAX_BYTES,
  max_entries = MAX_ENTRIES,
}: CacheOptions = {}): PageCache {
  const kept = new Map<string, Kept>()
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
    get(key, make) {
      const name = `${currentLanguage()} ${key}`
      const found = kept.get(name)
      if (found && found.until_ms > now()) return found.text
      forget(name)
      const entry: Kept = { text: make(), until_ms: now() + KEEP_MS, bytes: 0 }
      kept.set(name, entry)
      entry.text.then(
        (text) => {
          if (kept.get(name) !== entry) return
          entry.bytes = (text?.length ?? 0) * 2
          bytes += entry.bytes
          shrink()
        },
        () => kept.get(name) === entry && forget(name),
      )
      shrink()
      return entry.text
    },
    drop: (key) => LANGUAGES.forEach((language) => forget(`${language} ${key}`)),
    clear() {
      kept.clear()
      bytes = 0
    },
  }
}

import { readFileSync, statSync } from 'node:fs'
import { parseAddress } from './address.ts'

const recheck_ms = 5_000

/** Keys are lowercase names without a trailing dot. */
export function parseHostsFile(text: string): Map<string, string[]> {
  const addresses_by_name = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    // An address with a zone is kept, so that the lookup is refused instead of falling back to DNS.
    if (parseAddress(address.replace(/%.*/, '')) === null) continue
    for (const name of names) {
      const key = name.toLowerCase()
      const known = addresses_by_name.get(key)
      if (known) known.push(address)
      else addresses_by_name.set(key, [address])
    }
  }
  return addresses_by_name
}

export interface HostsFile {
  lookupHostsFile(name: string): readonly string[]
}

/** Picks up changes of the file within 5 s. Without the file every name is unknown. */
export function openHostsFile(path: string, now_ms: () => number): HostsFile {
  let names = new Map<string, string[]>()
  let version = ''
  let checked_at_ms = Number.NEGATIVE_INFINITY
  function refresh(): void {
    if (now_ms() - checked_at_ms < recheck_ms) return
    checked_at_ms = now_ms()
    const stat = statSync(path, { throwIfNoEntry: false })
    const seen = stat ? `${stat.mtimeMs}:${stat.size}:${stat.ino}` : ''
    if (seen === version) return
    version = seen
    names = stat ? parseHostsFile(readFileSync(path, 'utf8')) : new Map()
  }
  return {
    lookupHostsFile(name) {
      refresh()
      return names.get(name) ?? []
    },
  }
}

import { networkInterfaces } from 'node:os'
import { parseAddress, type Address } from './address.ts'
import { isLocalhost, readHost } from './vet.ts'

/** Addresses of this server. A request to them would let a user bypass the firewall in front of it. */
export interface OwnAddresses {
  /** Uses the cached addresses and never waits. */
  has(address: Pick<Address, 'bytes'>): boolean
  /** Waits for the first lookup of BASE_URL. Later calls refresh it at most once a minute. Never rejects. */
  ready(): Promise<void>
}

export interface OwnAddressOptions {
  /** BASE_URL. In a container or behind NAT, no interface has the public address of this name. */
  readonly base_url?: string
  readonly listInterfaces?: () => readonly string[]
}

interface Lookup {
  readonly lookup: (name: string) => Promise<readonly string[] | null>
  readonly now_ms: () => number
}

// Reading the interfaces takes about 0.1 ms: too much per check, negligible every five seconds.
const interfaces_recheck_ms = 5_000
const name_recheck_ms = 60_000

const keyOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function keysOf(texts: readonly string[]): Set<string> {
  const addresses = texts.map((text) => parseAddress(text.split('%')[0] ?? ''))
  return new Set(addresses.flatMap((address) => (address ? [keyOf(address.bytes)] : [])))
}

function listInterfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
}

export function createOwnAddresses(options: OwnAddressOptions, { lookup, now_ms }: Lookup): OwnAddresses {
  const listInterfaces = options.listInterfaces ?? listInterfaceAddresses
  const own_host = options.base_url === undefined ? '' : readHost(new URL(options.base_url))
  let interfaces = new Set<string>()
  let read_at_ms = Number.NEGATIVE_INFINITY
  let named = keysOf([own_host])
  const has_name = own_host !== '' && named.size === 0 && !isLocalhost(own_host)
  let looked_up_at_ms = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  // Known addresses are kept while DNS does not reply.
  const lookUp = async (name: string): Promise<void> => {
    const found = await lookup(name)
    if (found) named = keysOf(found)
    looked_up_at_ms = now_ms()
    running = undefined
  }
  const refreshName = (): Promise<void> | undefined => {
    if (!has_name || now_ms() - looked_up_at_ms < name_recheck_ms) return undefined
    return (running ??= lookUp(own_host))
  }
  const refreshInterfaces = (): void => {
    if (now_ms() - read_at_ms < interfaces_recheck_ms) return
    read_at_ms = now_ms()
    interfaces = keysOf(listInterfaces())
  }
  return {
    has({ bytes }) {
      refreshInterfaces()
      void refreshName()
      const key = keyOf(bytes)
      return interfaces.has(key) || named.has(key)
    },
    async ready() {
      // Only the first lookup is awaited. Later ones run in the background.
      if (looked_up_at_ms === Number.NEGATIVE_INFINITY) await refreshName()
      else void refreshName()
    },
  }
}

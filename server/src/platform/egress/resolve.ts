import { Resolver } from 'node:dns/promises'
import { judgeAddress, parseAddress, type Address, type AddressPolicy, type Cidr } from './address.ts'
import { describeDnsError, fail, noAddress, notAllowed, type Failure } from './failure.ts'
import { openHostsFile } from './hosts-file.ts'
import { createOwnAddresses, type OwnAddressOptions } from './own-addresses.ts'
import { isLocalhost, localhostAddresses } from './vet.ts'

declare const vetted: unique symbol
/** Only this module creates one, after it has checked every address of the name. */
export type VettedAddress = Pick<Address, 'text' | 'family'> & { readonly [vetted]: true }

type Family = 4 | 6

export interface Located {
  readonly ok: true
  readonly addresses: readonly VettedAddress[]
  /** At least one address is in a special-purpose range that the operator allowed. */
  readonly isPrivateAllowed: boolean
}

export interface ResolverOptions {
  readonly servers?: readonly string[]
  readonly hosts_path?: string
  readonly timeout_ms?: number
  readonly now_ms?: () => number
  /** How many names are cached. */
  readonly max_names?: number
}

export interface HostResolver {
  /** The allowed private ranges, and the public addresses of this server. */
  readonly policy: AddressPolicy
  /** Returns a value for literals and cached names, otherwise a promise that takes at most 3 s. Never rejects. */
  locate(host: string, family?: Family): Located | Failure | Promise<Located | Failure>
  /** Call this when every address failed. The next lookup queries DNS again. */
  forget(host: string): void
  /** Returns TXT records within 3 s, or none on any failure. Never cached, because callers poll for a new record. */
  findTexts(name: string): Promise<string[]>
}

const cached_names_max = 10_000
const cached_ttl_max_seconds = 300
const lookup_timeout_ms = 3_000
// Longer than the RFC 8305 resolution delay. Many servers never answer AAAA, and waiting 3 s would count against the check.
const other_family_wait_ms = 250
// A name may have thousands of addresses. All are checked, and this many are dialed.
const dialled_addresses_max = 8

const both_families: readonly Family[] = [4, 6]

const keyOf = (name: string, family: Family | undefined): string => (family === undefined ? name : `${name}/${family}`)

interface CacheEntry {
  readonly outcome: Located | Failure
  readonly expires_at_ms: number
}

interface Answer {
  readonly addresses: readonly string[]
  readonly ttl_seconds: number
}

class NameCache {
  private readonly entries = new Map<string, CacheEntry>()
  private readonly now_ms: () => number
  private readonly max_names: number

  constructor(now_ms: () => number, max_names: number) {
    this.now_ms = now_ms
    this.max_names = max_names
  }

  find(name: string): Located | Failure | undefined {
    const entry = this.entries.get(name)
    return entry && entry.expires_at_ms > this.now_ms() ? entry.outcome : undefined
  }

  remember(name: string, outcome: Located | Failure, ttl_seconds: number): void {
    if (ttl_seconds <= 0) return
    this.entries.delete(name)
    const kept_ms = Math.min(ttl_seconds, cached_ttl_max_seconds) * 1000
    this.entries.set(name, { outcome, expires_at_ms: this.now_ms() + kept_ms })
    if (this.entries.size <= this.max_names) return
    const oldest = this.entries.keys().next()
    if (!oldest.done) this.entries.delete(oldest.value)
  }

  forget(name: string): void {
    this.entries.delete(name)
  }
}

function findTexts(resolver: Resolver, name: string, timeout_ms: number): Promise<string[]> {
  const late = new Promise<string[]>((resolve) => setTimeout(resolve, timeout_ms, []).unref())
  const found = resolver.resolveTxt(name).then(
    (records) => records.map((chunks) => chunks.join('')),
    () => [],
  )
  return Promise.race([found, late])
}

export function createHostResolver(
  allowed: readonly Cidr[],
  options: ResolverOptions = {},
  ownOptions: OwnAddressOptions = {},
): HostResolver {
  const now_ms = options.now_ms ?? (() => performance.now())
  const timeout_ms = options.timeout_ms ?? lookup_timeout_ms
  const resolver = new Resolver({ timeout: Math.ceil(timeout_ms / 3), tries: 2 })
  if (options.servers) resolver.setServers(options.servers)
  const hosts = openHostsFile(options.hosts_path ?? '/etc/hosts', now_ms)
  const names = new NameCache(now_ms, options.max_names ?? cached_names_max)
  const in_flight = new Map<string, Promise<Located | Failure>>()
  const own = createOwnAddresses(ownOptions, { lookup: findAddresses, now_ms })
  const policy: AddressPolicy = { allowed, isOwn: (address) => own.has(address) }

  async function findAddresses(name: string): Promise<readonly string[] | null> {
    const listed = hosts.lookupHostsFile(name)
    if (listed.length > 0) return listed
    const answer = await queryFamilies(resolver, { name, families: both_families, timeout_ms })
    return 'ok' in answer ? null : answer.addresses
  }

  async function lookUpName(name: string, family: Family | undefined): Promise<Located | Failure> {
    const families = family === undefined ? both_families : [family]
    const [answer] = await Promise.all([queryFamilies(resolver, { name, families, timeout_ms }), own.ready()])
    if ('ok' in answer) return answer
    const outcome = judgeTexts(answer.addresses, policy)
    names.remember(keyOf(name, family), outcome, answer.ttl_seconds)
    return outcome
  }

  function locateName(name: string, family: Family | undefined): Located | Failure | Promise<Located | Failure> {
    const key = keyOf(name, family)
    const cached = names.find(key)
    if (cached) return cached
    const listed = hosts.lookupHostsFile(name)
    if (listed.length > 0) return pickFamily(judgeTexts(listed, policy), family)
    const running = in_flight.get(key)
    if (running) return running
    const started = lookUpName(name, family).finally(() => in_flight.delete(key))
    in_flight.set(key, started)
    return started
  }

  return {
    policy,
    locate(host, family) {
      const literal = parseAddress(host)
      if (literal) return pickFamily(judgeAddresses([literal], policy), family)
      const name = normaliseName(host)
      if (isLocalhost(name)) return pickFamily(judgeAddresses(localhostAddresses(policy), policy), family)
      return locateName(name, family)
    },
    forget(host) {
      const name = normaliseName(host)
      for (const family of [undefined, ...both_families]) names.forget(keyOf(name, family))
    },
    findTexts: (name) => findTexts(resolver, name, timeout_ms),
  }
}

/** An address that cannot be parsed (one with a zone, in a hosts file) is refused, not skipped. */
function judgeTexts(texts: readonly string[], policy: AddressPolicy): Located | Failure {
  const addresses = texts.map(parseAddress)
  return addresses.every((address) => address !== null) ? judgeAddresses(addresses, policy) : notAllowed
}

/** One refused address refuses the name, so DNS rebinding with mixed addresses gets no connection. */
function judgeAddresses(addresses: readonly Address[], policy: AddressPolicy): Located | Failure {
  if (addresses.length === 0) return notAllowed
  let isPrivateAllowed = false
  for (const address of addresses) {
    const verdict = judgeAddress(address, policy)
    if (verdict === 'refused') return notAllowed
    if (verdict === 'private') isPrivateAllowed = true
  }
  return { ok: true, addresses: interleaveFamilies(addresses) as unknown as VettedAddress[], isPrivateAllowed }
}

/** Keeps only the addresses of one family. */
function pickFamily(found: Located | Failure, family: Family | undefined): Located | Failure {
  if (!found.ok || family === undefined) return found
  const addresses = found.addresses.filter((address) => address.family === family)
  return addresses.length === 0 ? noAddress : { ...found, addresses }
}

/** IPv4 comes first, because most container networks lack IPv6. Families alternate, so the second attempt tries the other one. */
export function interleaveFamilies<T extends { readonly family: 4 | 6 }>(addresses: readonly T[]): readonly T[] {
  if (addresses.length === 1) return addresses
  const v4 = addresses.filter((address) => address.family === 4)
  const v6 = addresses.filter((address) => address.family === 6)
  const ordered: T[] = []
  for (let i = 0; i < Math.max(v4.length, v6.length); i++) ordered.push(...v4.slice(i, i + 1), ...v6.slice(i, i + 1))
  return ordered.slice(0, dialled_addresses_max)
}

interface FamilyQuery {
  readonly name: string
  readonly families: readonly Family[]
  readonly timeout_ms: number
}

function queryFamilies(resolver: Resolver, { name, families, timeout_ms }: FamilyQuery): Promise<Answer | Failure> {
  return new Promise((resolve) => {
    const answers: Answer[] = []
    const failures: Failure[] = []
    let timer = setTimeout(() => finish(fail('dns', 'The DNS servers did not respond in time.')), timeout_ms)
    const finish = (outcome: Answer | Failure): void => {
      clearTimeout(timer)
      resolve(outcome)
    }
    const settle = (): void => {
      const merged = mergeAnswers(answers)
      if (answers.length + failures.length === families.length) return finish(merged ?? pickFailure(failures))
      if (!merged) return
      clearTimeout(timer)
      timer = setTimeout(() => finish(merged), Math.min(timeout_ms, other_family_wait_ms))
    }
    const query = (records: Promise<readonly { address: string; ttl: number }[]>): void => {
      records.then(
        (found) => {
          answers.push(readRecords(found))
          settle()
        },
        (error: NodeJS.ErrnoException) => {
          failures.push(describeDnsError(error))
          settle()
        },
      )
    }
    if (families.includes(4)) query(resolver.resolve4(name, { ttl: true }))
    if (families.includes(6)) query(resolver.resolve6(name, { ttl: true }))
  })
}

function readRecords(records: readonly { address: string; ttl: number | undefined }[]): Answer {
  // c-ares reports TTLs for the first 256 addresses only.
  const ttl_seconds = records.reduce((lowest, record) => Math.min(lowest, record.ttl ?? lowest), cached_ttl_max_seconds)
  return { addresses: records.map((record) => record.address), ttl_seconds }
}

function mergeAnswers(answers: readonly Answer[]): Answer | null {
  const addresses = answers.flatMap((answer) => answer.addresses)
  if (addresses.length === 0) return null
  return { addresses, ttl_seconds: Math.min(...answers.map((answer) => answer.ttl_seconds)) }
}

/** An unreachable resolver takes precedence over any response, and any response over "no address of this family". */
function pickFailure(failures: readonly Failure[]): Failure {
  const specific = failures.filter((failure) => failure !== noAddress)
  return specific.find((failure) => failure.kind === 'local') ?? specific[0] ?? noAddress
}

function normaliseName(host: string): string {
  const name = host.toLowerCase()
  return name.endsWith('.') ? name.slice(0, -1) : name
}

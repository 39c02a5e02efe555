import type { Incident, WebsiteVerification } from '@sitewatch/contract'
import { type Address, parseAddress } from '../../platform/egress/address.ts'

export type TrafficCause = Extract<
  Incident['cause']['kind'],
  | 'snippet_missing'
  | 'blocked_by_csp'
  | 'page_error'
  | 'redirects_elsewhere'
  | 'dns_changed'
  | 'collector_unreachable'
  | 'unknown'
>

export type PageFinding = Pick<WebsiteVerification, 'result' | 'message' | 'checked_url' | 'http_status'>

/** The result of inspecting a website. It is compared with an inspection made while traffic was normal. */
export interface Findings {
  /** The most visited page first; empty where Sitewatch may not connect. */
  readonly pages: readonly PageFinding[]
  /** What the domain resolves to now; null when DNS gave no conclusive answer. */
  readonly addresses: readonly string[] | null
  /** Null when the URL that browsers send events to works; otherwise why it does not. */
  readonly collector_failure: string | null
}

/** The findings while traffic was normal. An unknown value counts as fine. */
export interface Usual {
  readonly results: readonly WebsiteVerification['result'][]
  readonly addresses: readonly string[]
  readonly collector_failed: boolean
}

export const NOTHING_KNOWN: Usual = { results: [], addresses: [], collector_failed: false }

export interface NamedCause {
  kind: TrafficCause
  http_status: number | null
  message: string
}

const SCRIPT_PROBLEMS: readonly WebsiteVerification['result'][] = [
  'script_missing',
  'wrong_tracking_id',
  'module_script',
  'not_html',
]

const NETWORK_BITS = { 4: 16, 6: 32 } as const

/** Large networks: the addresses of a content delivery network change all the time, but stay in them. */
function networkOf(text: string): string | null {
  const address: Address | null = parseAddress(text)
  if (!address) return null
  const bits = NETWORK_BITS[address.family]
  return `${address.family}/${Buffer.from(address.bytes.subarray(0, bits / 8)).toString('hex')}`
}

/** Whether none of the addresses is in a network in which the domain was before. False when either list is empty. */
export function hasMoved(before: readonly string[], now: readonly string[]): boolean {
  const known = new Set(before.map(networkOf))
  return before.length > 0 && now.length > 0 && now.every((address) => !known.has(networkOf(address)))
}

const list = (addresses: readonly string[]): string => addresses.slice(0, 3).join(', ')

/**
 * Names what most likely keeps visits from being counted. A finding that was already there with normal traffic is not the cause: a page
 * that never had the script in its HTML may load it with a tag manager, and a server may never have reached its own public URL.
 *
 * | found                                                        | cause                 |
 * |---------------------------------------------------------------|-----------------------|
 * | the collector does not answer                                 | collector_unreachable |
 * | a page redirects to a host that is not counted                | redirects_elsewhere   |
 * | the domain does not resolve, or to other networks than before | dns_changed           |
 * | a page is unreachable or returns an error                     | page_error            |
 * | the script is not in a page, or cannot run there              | snippet_missing       |
 * | the policy of a page blocks the script or its requests        | blocked_by_csp        |
 * | otherwise                                                     | unknown               |
 */
export function nameCause({ pages, addresses, collector_failure }: Findings, usual: Usual): NamedCause {
  const name = (kind: TrafficCause, message: string, page?: PageFinding): NamedCause => ({
    kind,
    http_status: kind === 'page_error' ? (page?.http_status ?? null) : null,
    message,
  })
  const find = (...results: WebsiteVerification['result'][]): PageFinding | undefined =>
    pages.find(({ result }) => results.includes(result) && !usual.results.includes(result))

  if (collector_failure !== null && !usual.collector_failed)
    return name(
      'collector_unreachable',
      `Browsers may not reach this Sitewatch server: ${collector_failure} Check its public URL, DNS, certificate and reverse proxy.`,
    )
  const elsewhere = find('wrong_host')
  if (elsewhere)
    return name('redirects_elsewhere', `${elsewhere.message} Undo the redirect, or add the other domain as a website.`)
  if (addresses?.length === 0 && usual.addresses.length > 0)
    return name('dns_changed', 'The domain no longer resolves. Check its registration and its DNS records.')
  if (addresses && hasMoved(usual.addresses, addresses))
    return name(
      'dns_changed',
      `The domain now resolves to ${list(addresses)}; before, to ${list(usual.addresses)}. Check its DNS records, and whether the new server is yours.`,
    )
  const broken = find('page_error', 'page_unreachable')
  if (broken) return name('page_error', `${broken.message} Look at ${broken.checked_url} and its server.`, broken)
  const missing = find(...SCRIPT_PROBLEMS)
  if (missing) return name('snippet_missing', `${missing.message} Look at ${missing.checked_url}.`)
  const blocked = find('blocked_by_csp')
  if (blocked) return name('blocked_by_csp', blocked.message)
  return name(
    'unknown',
    pages.some(({ result }) => result === 'ok')
      ? 'The page works, and nothing blocks its tracking script. Look for what else changed: a deploy, a consent banner, a campaign that ended, a place in search results.'
      : 'The pages look as they did with normal traffic. Look for what else changed: a deploy, a consent banner, a campaign that ended, a place in search results.',
  )
}

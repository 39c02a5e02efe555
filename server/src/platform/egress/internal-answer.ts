import { judgeAddress, parseAddress, type Cidr } from './address.ts'
import type { Locator } from './reach.ts'

export interface AnswerRoute extends Pick<Locator, 'locate'> {
  /** Internal ranges that the operator allowed. */
  readonly allowed: readonly Cidr[]
  /** Asks the DNS servers. None on any failure. */
  findAddresses(name: string): Promise<readonly string[]>
}

/** Used inside networks by convention or by a reservation (RFC 6762 appendix G, RFC 8375), never in public DNS. */
const INTERNAL_SUFFIX = /\.(?:corp|home|home\.arpa|internal|intranet|lan|local|localhost|private)\.?$/i

/** More are in no zone that people look up; a zone made to have more must not make us ask for all of them. */
const MAX_NAMES = 20

const readNames = (type: string, records: readonly string[]): string[] => {
  if (type === 'CNAME' || type === 'NS') return [...records]
  return type === 'MX' ? records.map((text) => text.replace(/^\d+ /, '')) : []
}

/** The public addresses of this server are not internal: only connections to them are refused. */
function isInternalAddress(text: string, allowed: readonly Cidr[]): boolean {
  const address = parseAddress(text)
  return !address || judgeAddress(address, { allowed }) === 'refused'
}

/** A name without address is internal only by its form: nothing else tells it from one that does not exist. */
async function isInternalName(name: string, { locate, findAddresses, allowed }: AnswerRoute): Promise<boolean> {
  if (name === '' || name === '.') return false
  const found = await locate(name)
  if (found.ok) return false
  if (found.kind !== 'not_allowed') return INTERNAL_SUFFIX.test(name) || !/\../.test(name)
  const addresses = await findAddresses(name)
  return addresses.length === 0 || addresses.some((text) => isInternalAddress(text, allowed))
}

function isInternalWord(word: string, allowed: readonly Cidr[]): boolean {
  if (INTERNAL_SUFFIX.test(word)) return true
  const text = word.toLowerCase().replace(/^[+?~-]?ip[46]:|\.$/g, '')
  return parseAddress(text) !== null && isInternalAddress(text, allowed)
}

const hasInternalWord = (text: string, allowed: readonly Cidr[]): boolean =>
  text.split(/[^\w.:+?~-]+/).some((word) => isInternalWord(word, allowed))

interface Answer {
  readonly name: string
  readonly type: string
  readonly records: readonly string[]
}

/**
 * Whether an answer of the DNS servers of this machine reveals its internal network. One rule for all types: an address in it, or a name
 * in it or the name asked for, is one of a range that the operator did not allow, or has a form that is only used internally.
 */
export async function revealsInternal({ name, type, records }: Answer, route: AnswerRoute): Promise<boolean> {
  // The addresses of the name are the answer itself.
  if (type === 'A' || type === 'AAAA') return records.some((text) => isInternalAddress(text, route.allowed))
  const texts = type === 'TXT' || type === 'CAA' ? records : []
  if (texts.some((text) => hasInternalWord(text, route.allowed))) return true
  const names = [name, ...readNames(type, records).slice(0, MAX_NAMES)]
  const found = await Promise.all(names.map((each) => isInternalName(each, route)))
  return found.includes(true)
}

import { domainToASCII, domainToUnicode } from 'node:url'

export type Normalised = { ok: true; domain: string } | { ok: false; why: string }

const refuse = (why: string): Normalised => ({ ok: false, why })

const MAX_DOMAIN_LENGTH = 253
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The host of a pasted text, without scheme, userinfo, port, path, query and fragment. */
function cutHost(text: string): string {
  const authority = text.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, '').split(/[/?#]/, 1)[0] ?? ''
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
}

/**
 * IDNA, by the rules that browsers follow. Characters that domainToASCII would silently drop (tabs, escapes, a second host) are
 * refused before; an `xn--` label that encodes nothing is refused after, since it accepts those when the rest is ASCII. Composed first,
 * as IDNA does: decomposed, a letter such as ≮ begins with an ASCII character that no name may have. '' when it is not a name.
 */
export function toAscii(host: string): string {
  const composed = host.normalize('NFC')
  if (/[^a-z0-9.\-\u0080-\u{10ffff}]/iu.test(composed)) return ''
  const ascii = domainToASCII(composed)
  if (ascii.split('.').some((label) => label.startsWith('xn--') && domainToUnicode(label) === label)) return ''
  return ascii
}

function stripWww(labels: readonly string[]): readonly string[] {
  return labels[0] === 'www' && labels.length > 2 ? stripWww(labels.slice(1)) : labels
}

/** The canonical form of a domain, which is stored. Accepts a whole URL; idempotent. */
export function normaliseDomain(text: string, { allowSingleLabel = false } = {}): Normalised {
  const host = cutHost(text.trim())
  if (host === '') return refuse('is required')
  const ascii = toAscii(host)
  if (ascii === '') return refuse('must be a domain name, such as example.com')
  const labels = stripWww(ascii.replace(/\.$/, '').split('.'))
  const domain = labels.join('.')
  if (domain.length > MAX_DOMAIN_LENGTH) return refuse(`must be at most ${MAX_DOMAIN_LENGTH} characters`)
  if (!labels.every((label) => LABEL.test(label))) {
    return refuse(
      'must consist of labels of 1 to 63 letters, digits and hyphens, not beginning or ending with a hyphen',
    )
  }
  if (/^\d+$/.test(labels.at(-1) ?? '')) return refuse('must be a domain name, not an IP address')
  if (labels.length < 2 && !allowSingleLabel) return refuse('must have at least two labels, such as example.com')
  return { ok: true, domain }
}

import { z } from 'zod'
import { DAY_MS } from '@sitewatch/contract/durations'
import type { Egress } from '../../platform/egress/index.ts'

export type RdapResult =
  /** Null: the registry does not say when it expires. */
  { readonly ok: true; readonly expires_at: Date | null } | { readonly ok: false; readonly reason: string }

const MAX_BODY_BYTES = 256 * 1024
const MAX_REDIRECTS = 3
/** Registrations last ten years at most, with a few registries that sell a hundred. */
const MAX_AHEAD_MS = 101 * 366 * DAY_MS
const EARLIEST_MS = Date.UTC(1985, 0)

const fail = (reason: string): RdapResult => ({ ok: false, reason })

/** The fields that are needed of a domain object (RFC 9083). */
const DomainAnswer = z.object({
  objectClassName: z.literal('domain'),
  ldhName: z.string().optional(),
  events: z.array(z.object({ eventAction: z.string(), eventDate: z.string() })).optional(),
})

const normalizeName = (name: string): string => name.toLowerCase().replace(/\.$/, '')

export function readRdapAnswer(text: string, domain: string, now_ms: number): RdapResult {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return fail('The answer is not JSON.')
  }
  const parsed = DomainAnswer.safeParse(json)
  if (!parsed.success) return fail('The answer is not an RDAP domain.')
  const { ldhName, events = [] } = parsed.data
  if (ldhName !== undefined && normalizeName(ldhName) !== domain) return fail('The answer is about another domain.')
  const expiration = events.find(({ eventAction }) => eventAction.toLowerCase() === 'expiration')
  if (!expiration) return { ok: true, expires_at: null }
  const time_ms = /^\d{4}-\d\d-\d\d/.test(expiration.eventDate) ? Date.parse(expiration.eventDate) : Number.NaN
  if (!(time_ms > EARLIEST_MS && time_ms < now_ms + MAX_AHEAD_MS)) return fail('The answer has no plausible date.')
  return { ok: true, expires_at: new Date(time_ms) }
}

/** Queries the RDAP server of a registry for the expiry of a domain. Never rejects because of the server. */
export async function queryRegistration(
  egress: Pick<Egress, 'request'>,
  { base, domain, now_ms, timeout_ms }: { base: string; domain: string; now_ms: number; timeout_ms: number },
): Promise<RdapResult> {
  const answer = await egress.request({
    url: `${base}domain/${domain}`,
    headers: { accept: 'application/rdap+json, application/json' },
    timeout_ms,
    max_body_bytes: MAX_BODY_BYTES,
    follow_redirects: MAX_REDIRECTS,
  })
  if (!answer.ok) return fail(answer.message)
  if (answer.status === 404) return fail('The registry does not know the domain.')
  if (answer.status !== 200) return fail(`The server returned status ${answer.status}.`)
  if (answer.truncated) return fail(`The answer is larger than ${MAX_BODY_BYTES / 1024} KiB.`)
  return readRdapAnswer(answer.body.toString(), domain, now_ms)
}

import type { EgressResult } from '../../platform/egress/index.ts'
import type { DeliveryOutcome } from './channel.ts'
import { redactSecrets, type Secrets } from './redact.ts'

const MOST = 300
/** More than is ever shown, so that cutting comes after redacting. */
const MAX_READ = 8192

function cut(text: string): string {
  const short = text.length <= MOST ? text : `${text.slice(0, MOST - 1)}…`
  return short.isWellFormed() ? short : short.toWellFormed().replaceAll('\uFFFD', '')
}

/**
 * A failure in the far side's words: one line, at most 300 characters with our own before it, without our secrets in
 * case it repeats them, and without anything that a database or a terminal would stumble over.
 */
export function quoteFailure(ours: string, theirs: string, secrets: Secrets): string {
  const line = theirs
    .slice(0, MAX_READ)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
  return cut(line === '' ? `${ours}.` : `${ours}: ${redactSecrets(line, secrets)}`)
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where the gateways we know put the sentence meant for people. */
function findSentence(body: string): string {
  const answer = parseJson(body)
  if (typeof answer !== 'object' || answer === null) return body
  const said = ['description', 'message', 'error'].map((name) => (answer as Record<string, unknown>)[name])
  return said.find((value): value is string => typeof value === 'string' && value !== '') ?? body
}

function readRetryAfter(headers: Record<string, string | string[] | undefined>): number | undefined {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) : undefined
}

export interface Judgement {
  /** Who answered, as a sentence begins. */
  far: string
  secrets: Secrets
  /** A gateway may say 200 and mean no. */
  isAccepted?: (body: string) => boolean
}

/** An HTTP answer as an outcome: 2xx went through, 429 and 5xx may later, everything else never will. */
export function judgeAnswer(result: EgressResult, { far, secrets, isAccepted }: Judgement): DeliveryOutcome {
  if (!result.ok) {
    const reason = quoteFailure(`${far} could not be reached`, result.message, [])
    return result.kind === 'not_allowed' ? { kind: 'permanent', reason, refused: true } : { kind: 'retry', reason }
  }
  const { status } = result
  const body = result.body.toString('utf8')
  const succeeded = status >= 200 && status < 300
  if (succeeded && (isAccepted?.(body) ?? true)) return { kind: 'sent' }
  const reason = quoteFailure(`${far} answered ${status}`, findSentence(body), secrets)
  if (status !== 429 && status < 500) return { kind: 'permanent', reason }
  const retry_after_seconds = readRetryAfter(result.headers)
  return { kind: 'retry', reason, ...(retry_after_seconds !== undefined && { retry_after_seconds }) }
}

import type { EgressResult } from '../../platform/egress/index.ts'
import type { DeliveryOutcome } from './channel.ts'
import { quoteFailure } from '../../platform/quote-failure.ts'
import type { Secrets } from '../../platform/redact.ts'

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Known services put their message for people into one of these fields, some as a list or inside of an object. */
function findErrorMessage(body: string): string {
  const answer = parseJson(body)
  if (typeof answer !== 'object' || answer === null) return body
  const { description, message, error, errors } = answer as Record<string, unknown>
  const nested = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)['message'] : error
  const listed = Array.isArray(errors) ? errors.join(', ') : undefined
  return (
    [description, message, nested, listed].find(
      (value): value is string => typeof value === 'string' && value !== '',
    ) ?? body
  )
}

function readRetryAfter(headers: Record<string, string | string[] | undefined>): number | undefined {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) : undefined
}

export interface Judgement {
  /** The name of the service, as the subject of a sentence. */
  recipient: string
  secrets: Secrets
  /** For gateways that report a failure with status 200. */
  isAccepted?: (body: string) => boolean
}

/** The outcome of an HTTP response: 2xx is sent, 429 and 5xx are retried, everything else is permanent. */
export function judgeAnswer(result: EgressResult, { recipient, secrets, isAccepted }: Judgement): DeliveryOutcome {
  if (!result.ok) {
    const reason = quoteFailure(`${recipient} is unreachable`, result.message, [])
    return result.kind === 'not_allowed' ? { kind: 'permanent', reason, refused: true } : { kind: 'retry', reason }
  }
  const { status } = result
  const body = result.body.toString('utf8')
  const succeeded = status >= 200 && status < 300
  if (succeeded && (isAccepted?.(body) ?? true)) return { kind: 'sent' }
  const reason = quoteFailure(`${recipient} returned ${status}`, findErrorMessage(body), secrets)
  if (status !== 429 && status < 500) return { kind: 'permanent', reason }
  const retry_after_seconds = readRetryAfter(result.headers)
  return { kind: 'retry', reason, ...(retry_after_seconds !== undefined && { retry_after_seconds }) }
}

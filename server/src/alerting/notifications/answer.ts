import type { EgressAnswer, EgressFailure, EgressResult } from '../../platform/egress/index.ts'
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
  /** The recipient runs the server, so its 404 may pass. That of a service means that the destination was deleted there. */
  isOwnServer?: boolean
}

/** Request Timeout, Too Early and Too Many Requests: the server did not process the request. */
const NOT_PROCESSED = [408, 425, 429]

const isSuccess = (status: number): boolean => status >= 200 && status < 300

function judgeFailure(failure: EgressFailure, judgement: Judgement): DeliveryOutcome {
  const { kind, head, message, was_sent } = failure
  const { recipient, isAccepted } = judgement
  // Of a body that cannot be read, only a channel that looks for more than the status needs to know.
  if (head && !(isAccepted && isSuccess(head.status))) return judgeResponse(head, '', judgement)
  const what = was_sent ? 'did not confirm the message' : 'is unreachable'
  const reason = quoteFailure(`${recipient} ${what}`, message, [])
  if (kind === 'not_allowed') return { kind: 'permanent', reason, refused: true }
  return { kind: 'retry', reason, ...(was_sent && { isUncertain: true }) }
}

function judgeResponse(
  { status, headers }: Pick<EgressAnswer, 'status' | 'headers'>,
  body: string,
  { recipient, secrets, isAccepted, isOwnServer = false }: Judgement,
): DeliveryOutcome {
  if (isSuccess(status) && (isAccepted?.(body) ?? true)) return { kind: 'sent' }
  const reason = quoteFailure(`${recipient} returned ${status}`, findErrorMessage(body), secrets)
  const mayPass = status >= 500 || NOT_PROCESSED.includes(status) || (status === 404 && isOwnServer)
  if (!mayPass) return { kind: 'permanent', reason }
  const retry_after_seconds = readRetryAfter(headers)
  return { kind: 'retry', reason, ...(retry_after_seconds !== undefined && { retry_after_seconds }) }
}

/**
 * The outcome of an HTTP request: 2xx is sent; 408, 425, 429, 5xx, and 404 of the recipient's own server are retried; any other status is permanent. Without a status, it is retried, and is
 * uncertain once bytes were sent: the service may have acted on them before it, or the network, failed.
 */
export const judgeAnswer = (result: EgressResult, judgement: Judgement): DeliveryOutcome =>
  result.ok ? judgeResponse(result, result.body.toString('utf8'), judgement) : judgeFailure(result, judgement)

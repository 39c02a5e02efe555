import type { SitewatchError } from '../error.ts'
import { cleanText } from './print.ts'

export interface Situation {
  resource: string
  url: string
  /** The flag or argument that set a field of the request. */
  flagOf: (field: string) => string | undefined
}

type Advice = (error: SitewatchError, situation: Situation) => string

/** What to do next, by code. */
const ADVICE: Partial<Record<SitewatchError['code'], Advice>> = {
  unauthenticated: () =>
    'The key was refused: mistyped, revoked or expired. Set SITEWATCH_KEY (or --key) to another; the dashboard makes one under API keys, and so does "sitewatch key create" on the server.',
  insufficient_scope: ({ required_scope }) =>
    required_scope === undefined
      ? 'Use a key that may do this.'
      : `Use a key with the scope ${required_scope}: "swctl key create --name … --scopes ${required_scope}" makes one, called with a key that has it.`,
  not_found: (_, { resource }) => `"swctl ${resource} list" shows what this key can see.`,
  rate_limited: ({ retry_after_seconds }) =>
    retry_after_seconds === undefined ? 'Try again later.' : `Try again in ${Math.ceil(retry_after_seconds)} seconds.`,
  unavailable: () => 'The service is starting, stopping or has lost its database. Try again in a moment.',
  internal_error: () => 'The operator finds the cause in the log under the request id.',
  unreachable: (_, { url }) => `Check that ${url} is right (SITEWATCH_URL or --url) and that the service runs.`,
  timeout: (_, { url }) => `Check that ${url} is right (SITEWATCH_URL or --url) and that the service is well.`,
  redirected: () => 'Set SITEWATCH_URL (or --url) to that address.',
  unexpected_answer: (_, { url }) =>
    `Check that ${url} is Sitewatch itself, with its path if it has one (SITEWATCH_URL or --url).`,
}

function explainField(situation: Situation, { field, message }: { field: string; message: string }): string {
  const flag = situation.flagOf(field)
  return flag === undefined ? `  ${message}` : `  ${flag}: ${message}`
}

/** What went wrong and what to do next, in lines for standard error. */
export function explainError(error: SitewatchError, situation: Situation): string {
  const lines =
    error.errors.length > 0
      ? ['Not accepted:', ...error.errors.map((item) => explainField(situation, item))]
      : [error.detail]
  const advice = ADVICE[error.code]?.(error, situation)
  if (advice !== undefined) lines.push(advice)
  if (error.request_id !== undefined) lines.push(`Request id: ${error.request_id}`)
  return cleanText(lines.join('\n'))
}

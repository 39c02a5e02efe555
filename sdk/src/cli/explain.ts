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
    'The API key is invalid, revoked or expired. Set SITEWATCH_KEY (or --key) to another key; create one in the dashboard under API keys, or with "sitewatch key create" on the server.',
  insufficient_scope: ({ required_scope }) =>
    required_scope === undefined
      ? 'Use a key with the required scope.'
      : `Use a key with the scope ${required_scope}. Create one with "swctl key create --name … --scopes ${required_scope}", using a key that has this scope.`,
  address_not_allowed: () =>
    'Use the API key from an allowed address, or create one that allows this address with "swctl key create --allowed-addresses …".',
  insufficient_role: () => 'Ask an owner or admin of the team for this role.',
  not_found: (_, { resource }) => `List the records that this key can access with "swctl ${resource} list".`,
  rate_limited: ({ retry_after_seconds }) =>
    retry_after_seconds === undefined ? 'Try again later.' : `Try again in ${Math.ceil(retry_after_seconds)} seconds.`,
  unavailable: () => 'The service is starting or stopping, or its database is unavailable. Try again in a moment.',
  internal_error: () => 'Your administrator can find the cause in the server log by the request ID.',
  unreachable: (_, { url }) => `Check that ${url} is correct (SITEWATCH_URL or --url) and that the service is running.`,
  timeout: (_, { url }) => `Check that ${url} is correct (SITEWATCH_URL or --url) and that the service is healthy.`,
  redirected: () => 'Set SITEWATCH_URL (or --url) to that URL.',
  unexpected_answer: (_, { url }) =>
    `Check that ${url} is the URL of Sitewatch, including its path (SITEWATCH_URL or --url).`,
}

function explainField(situation: Situation, { field, message }: { field: string; message: string }): string {
  const flag = situation.flagOf(field)
  return flag === undefined ? `  ${message}` : `  ${flag}: ${message}`
}

/** What went wrong and what to do next, in lines for standard error. */
export function explainError(error: SitewatchError, situation: Situation): string {
  const lines =
    error.errors.length > 0
      ? ['Invalid:', ...error.errors.map((item) => explainField(situation, item))]
      : [error.detail]
  const advice = ADVICE[error.code]?.(error, situation)
  if (advice !== undefined) lines.push(advice)
  if (error.request_id !== undefined) lines.push(`Request ID: ${error.request_id}`)
  return cleanText(lines.join('\n'))
}

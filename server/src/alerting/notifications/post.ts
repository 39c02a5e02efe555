import { judgeAnswer } from './answer.ts'
import type { DeliveryOutcome, Gateways } from './channel.ts'
import { type Secrets, secretsOfUrl } from '../../platform/redact.ts'

export const TIMEOUT_MS = 15_000
export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

export interface Post {
  /** A user named it, so it goes through the guard of the network. */
  url: string | null | undefined
  /** An object, or JSON that was signed as it stands. */
  body: object | string
  headers?: Record<string, string>
  /** Who answers, as a sentence begins. */
  recipient: string
  /** Beside the URL: what the answer must not repeat to whoever reads the outcome. */
  secrets?: Secrets
}

/** Posts JSON to a URL of the user's, and judges the answer. */
export async function postJson(
  { egress }: Pick<Gateways, 'egress'>,
  { url, body, headers = {}, recipient, secrets = [] }: Post,
): Promise<DeliveryOutcome> {
  const result = await egress.request({
    url: url ?? '',
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    timeout_ms: TIMEOUT_MS,
    follow_redirects: 0,
    verify_tls: true,
  })
  return judgeAnswer(result, { far: recipient, secrets: [...secretsOfUrl(url ?? ''), ...secrets] })
}

import { judgeAnswer } from './answer.ts'
import type { DeliveryOutcome, Gateways } from './channel.ts'
import { type Secrets, secretsOfUrl } from '../../platform/redact.ts'

export const TIMEOUT_MS = 15_000
export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

export interface Post {
  /** From a user, so it is requested through egress. */
  url: string | null | undefined
  /** An object, or JSON text that was signed and must not be changed. */
  body: object | string
  headers?: Record<string, string>
  /** The name of the service, as the subject of a sentence. */
  recipient: string
  /** In addition to the URL: values that are redacted if the response repeats them. */
  secrets?: Secrets
  isOwnServer?: boolean
}

/** Posts JSON to a URL from a user, and returns the outcome. */
export async function postJson(
  { egress }: Pick<Gateways, 'egress'>,
  { url, body, headers = {}, recipient, secrets = [], isOwnServer = false }: Post,
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
  return judgeAnswer(result, { recipient, secrets: [...secretsOfUrl(url ?? ''), ...secrets], isOwnServer })
}

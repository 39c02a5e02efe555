import type { AlertWebhook } from './client.gen.ts'

/** Why a request is not accepted as one of Sitewatch. Answer it with 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

export interface WebhookRequest {
  /** As it was received, before any parsing: the signature covers its bytes. */
  body: string | Uint8Array
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** `whsec_…`. Several while the secret is replaced. */
  secret: string | readonly string[]
  /** How far the clocks may differ. Default: 300. */
  tolerance_seconds?: number | undefined
}

const SIGNATURE_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

function readHeader(headers: WebhookRequest['headers'], name: (typeof SIGNATURE_HEADERS)[number]): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The header ${name} is missing.`)
  return value
}

function decodeBase64(text: string, what: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    throw new WebhookVerificationError(`${what} is not base64.`)
  }
}

function checkTime(timestamp: string, tolerance_seconds: number): void {
  const apart = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(apart <= tolerance_seconds))
    throw new WebhookVerificationError('The timestamp is too far from the time of this machine.')
}

async function isSignedBy(
  secret: string,
  signatures: readonly string[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''), 'The secret')
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const signature of signatures) {
    if (await crypto.subtle.verify('HMAC', key, decodeBase64(signature, 'The signature'), content)) return true
  }
  return false
}

/**
 * Verifies the signature of a webhook (Standard Webhooks) and returns its payload; throws WebhookVerificationError. For webhooks of status
 * pages: `verifyWebhook<StatusPageWebhook>(…)`. A message may come twice: keep its `webhook-id` to detect that.
 */
export async function verifyWebhook<Payload = AlertWebhook>(request: WebhookRequest): Promise<Payload> {
  const { body, headers, secret, tolerance_seconds = 300 } = request
  const [id, timestamp, signature] = SIGNATURE_HEADERS.map((name) => readHeader(headers, name)) as [
    string,
    string,
    string,
  ]
  checkTime(timestamp, tolerance_seconds)
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const signatures = signature.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []))
  const secrets = typeof secret === 'string' ? [secret] : secret
  const found = await Promise.all(secrets.map((each) => isSignedBy(each, signatures, content)))
  if (!found.includes(true)) throw new WebhookVerificationError('No signature matches the secret.')
  return JSON.parse(text) as Payload
}

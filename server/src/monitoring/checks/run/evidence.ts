import type { Evidence } from './result.ts'

const KEPT_HEADERS = [
  'content-type',
  'server',
  'location',
  'retry-after',
  'via',
  'date',
  'cf-ray',
  'x-request-id',
] as const
const MAX_HEADER_CHARACTERS = 200
const MAX_BODY_CHARACTERS = 300
/** Redacting shorter secrets would blank half of any page. */
const MIN_SECRET_LENGTH = 6

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

interface FailedPing {
  readonly exit_status: number | null
  readonly run_ms: number | null
  readonly body: string | null
}

/** Redacts the team's secrets before anything is stored, because a debug page may echo the request. */
export function collectEvidence(answer: Answer, secrets: readonly string[]): Evidence {
  const headers: Record<string, string> = {}
  for (const name of KEPT_HEADERS) {
    const value = answer.headers[name]
    if (typeof value === 'string') headers[name] = clean(value, secrets).slice(0, MAX_HEADER_CHARACTERS)
  }
  const text = decodeBody(answer.body.subarray(0, 4096), answer.headers['content-type'])
  return { status: answer.status, headers, body: clean(text, secrets).slice(0, MAX_BODY_CHARACTERS) }
}

/** For a target that does not use HTTP: named facts, and the text that it sent. */
export function describeEvidence(facts: Readonly<Record<string, string>>, text: string): Evidence {
  const headers = Object.entries(facts).map(([name, value]) => [name, clean(value, []).slice(0, MAX_HEADER_CHARACTERS)])
  return {
    status: null,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: clean(text.slice(0, 4096), []).slice(0, MAX_BODY_CHARACTERS),
  }
}

/** For a failed run of a heartbeat: the whole text of its ping, with line breaks. */
export function describePing({ exit_status, run_ms, body }: FailedPing): Evidence {
  return {
    status: null,
    headers: {
      ...(exit_status !== null && { exit_status: String(exit_status) }),
      ...(run_ms !== null && { run_time: `${run_ms / 1000} s` }),
    },
    body: body ?? '',
  }
}

/** Decodes with the charset of the response, or UTF-8 otherwise. Never throws. */
export function decodeBody(body: Buffer, contentType: string | string[] | undefined): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(String(contentType ?? ''))?.[1] ?? 'utf-8'
  return findDecoder(charset.toLowerCase()).decode(body)
}

type Decoder = InstanceType<typeof TextDecoder>

const decoders = new Map<string, Decoder>()
const utf8 = new TextDecoder()

function findDecoder(charset: string): Decoder {
  const cached = decoders.get(charset)
  if (cached) return cached
  let decoder = utf8
  try {
    decoder = new TextDecoder(charset)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  if (decoders.size < 100) decoders.set(charset, decoder)
  return decoder
}

/** Removes control characters: NUL cannot be stored, and an escape sequence must not reach a terminal. */
function clean(text: string, secrets: readonly string[]): string {
  let cleaned = text
  for (const secret of secrets) {
    if (secret.length >= MIN_SECRET_LENGTH) cleaned = cleaned.replaceAll(secret, '…')
  }
  // oxlint-disable-next-line no-control-regex -- the regex removes control characters
  return cleaned
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
}

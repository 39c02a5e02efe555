import type { SettingsOf } from '@sitewatch/contract'
import { type Connection, type Failure, formatHostPort } from '../../../platform/egress/index.ts'
import { defineCheckType } from '../run/check-type.ts'
import { converse, isVerdict, PASSED, type Verdict } from '../run/conversation.ts'
import { describeEvidence } from '../run/evidence.ts'
import { describeFailure, failWith, SUCCESS } from '../run/failure.ts'
import { askForTls } from '../run/starttls.ts'

const MAX_REPLY_BYTES = 64 * 1024

const ESCAPES: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t', 0: '\0', '\\': '\\' }

/** Converts text that a person typed, such as `PING\r\n`, to bytes: escapes stand for control characters, the rest is UTF-8. */
export function readEscapes(text: string): Buffer {
  const parts = text.split(/(\\x[0-9A-Fa-f]{2}|\\.)/s).map((part) => {
    if (!part.startsWith('\\')) return Buffer.from(part)
    if (part[1] === 'x') return Buffer.from(part.slice(2), 'hex')
    return Buffer.from(ESCAPES[part[1] ?? ''] ?? part)
  })
  return Buffer.concat(parts)
}

async function startTls(
  connection: Connection,
  { starttls, verify_tls }: SettingsOf<'tcp'>,
): Promise<Verdict | Failure> {
  if (starttls === 'none') return PASSED
  const refused = await askForTls(connection, starttls)
  if (refused) return refused
  const handshake = await connection.secure()
  if (!handshake.ok) return handshake
  const outcome = verify_tls && handshake.invalid ? describeFailure(handshake.invalid) : SUCCESS
  const { certificate } = handshake
  return { ...PASSED, outcome, tls_expires_at: certificate?.expires_at ?? null, certificate }
}

const SILENT = 'The server closed the connection without a reply.'
const UNEXPECTED = 'The reply does not contain the expected text.'

async function readExpected(connection: Connection, expected: Buffer): Promise<Verdict | Failure> {
  const reply = await connection.read({
    max_bytes: MAX_REPLY_BYTES,
    isDone: (bytes, from) => bytes.includes(expected, Math.max(0, from - expected.length)),
  })
  if (!reply.ok) return reply
  if (reply.end === 'done') return PASSED
  const { bytes } = reply
  const outcome = failWith('response', bytes.length === 0 ? SILENT : UNEXPECTED)
  return { ...PASSED, outcome, evidence: describeEvidence({}, bytes.toString()) }
}

async function talk(connection: Connection, settings: SettingsOf<'tcp'>): Promise<Verdict | Failure> {
  const started = await startTls(connection, settings)
  if (!isVerdict(started) || started.outcome !== SUCCESS) return started
  if (settings.send !== null) connection.write(readEscapes(settings.send))
  if (settings.expect === null) return started
  const read = await readExpected(connection, readEscapes(settings.expect))
  return isVerdict(read) ? { ...read, tls_expires_at: started.tls_expires_at, certificate: started.certificate } : read
}

export const tcp = defineCheckType('tcp', {
  concurrency: { size: 200, per_host: 16 },
  wanted: 'a host and a port, such as mail.example.com:25',
  vet(egress, url) {
    const vetted = egress.vetEndpoint(url)
    return vetted.ok ? { ok: true, url: formatHostPort(vetted) } : vetted
  },
  reconfirm: ['starttls', 'send', 'expect'],
  run: ({ egress }, { settings, ...target }) => converse(egress, target, (connection) => talk(connection, settings)),
})

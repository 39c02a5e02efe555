import type { SettingsOf } from '@sitewatch/contract'
import type { Connection, Failure } from '../../../platform/egress/index.ts'
import { PASSED, type Verdict } from './conversation.ts'
import { describeEvidence } from './evidence.ts'
import { failWith } from './failure.ts'

type Protocol = Exclude<SettingsOf<'tcp'>['starttls'], 'none'>

interface Step {
  /** Sent before the reply is read. */
  readonly send?: string
  /** The reply is complete. */
  readonly end: RegExp
  readonly ok: RegExp
}

/** One or more lines, of which only the last has a space after its code. */
const REPLY = /^\d{3} [^\n]*\n/m
const TAGGED = /^a1 [^\n]*\n/im
const LINE = /\n/

const DIALOGS: Record<Protocol, readonly Step[]> = {
  smtp: [
    { end: REPLY, ok: /^220/ },
    { send: 'EHLO sitewatch\r\n', end: REPLY, ok: /^250/ },
    { send: 'STARTTLS\r\n', end: REPLY, ok: /^220/ },
  ],
  imap: [
    { end: LINE, ok: /^\* (?:OK|PREAUTH)/i },
    { send: 'a1 STARTTLS\r\n', end: TAGGED, ok: /^a1 OK/im },
  ],
  pop3: [
    { end: LINE, ok: /^\+OK/ },
    { send: 'STLS\r\n', end: LINE, ok: /^\+OK/ },
  ],
  ftp: [
    { end: REPLY, ok: /^220/ },
    { send: 'AUTH TLS\r\n', end: REPLY, ok: /^234/ },
  ],
  // SSLRequest: length 8, code 80877103. The server answers with one letter.
  postgres: [{ send: '\x00\x00\x00\x08\x04\xd2\x16\x2f', end: /[^]/, ok: /^S/ }],
}

const MAX_REPLY_BYTES = 4096
const REFUSED = 'The server did not accept STARTTLS.'

/** Asks the server to switch to TLS. Returns null if it is ready for the handshake. */
export async function askForTls(
  connection: Connection,
  protocol: SettingsOf<'tcp'>['starttls'],
): Promise<Verdict | Failure | null> {
  if (protocol === 'none') return null
  for (const { send, end, ok } of DIALOGS[protocol]) {
    if (send !== undefined) connection.write(Buffer.from(send, 'latin1'))
    const reply = await connection.read({
      max_bytes: MAX_REPLY_BYTES,
      isDone: (bytes) => end.test(bytes.toString('latin1')),
    })
    if (!reply.ok) return reply
    const text = reply.bytes.toString('latin1')
    if (reply.end === 'done' && ok.test(text)) continue
    return { ...PASSED, outcome: failWith('response', REFUSED), evidence: describeEvidence({}, text) }
  }
  return null
}

import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Deadline } from './deadline.ts'
import { describeConnectError, describeExchangeError, fail, type Failure } from './failure.ts'

// Servers send 100 and 103 once or twice. Without a limit a server could keep the parser busy until the deadline.
const informational_max = 16

export interface Message {
  readonly method: string
  readonly path: string
  /** Flat list: name, value, name, value. */
  readonly headers: readonly string[]
  readonly body: string | Uint8Array | null
  readonly max_header_bytes: number
}

export interface ResponseHead {
  readonly ok: true
  readonly response: IncomingMessage
  /** Parser error after the headers. The response object itself only reports a closed connection. */
  late_failure: Failure | null
}

interface Sending {
  deadline: Deadline
  /** Called right before the first byte is sent. */
  onSend: () => void
}

/** Sends one request and waits for the response headers. The body is not read. On failure the socket is destroyed. */
export function exchange(
  socket: Socket,
  message: Message,
  { deadline, onSend }: Sending,
): Promise<ResponseHead | Failure> {
  return new Promise((resolve) => {
    const finish = (outcome: ResponseHead | Failure): void => {
      if (!outcome.ok) socket.destroy()
      resolve(outcome)
    }
    if (!deadline.enter('waiting for the response', finish)) return
    const request = openRequest(socket, message)
    if ('ok' in request) return finish(request)
    onSend()
    let informational = 0
    request.on('information', () => {
      if (++informational > informational_max)
        finish(fail('protocol', 'The server sent too many informational (1xx) responses.'))
    })
    request.on('upgrade', () => finish(fail('protocol', 'The server switched to another protocol.')))
    let head: ResponseHead | null = null
    request.on('response', (response) => finish((head = { ok: true, response, late_failure: null })))
    request.on('error', (error: NodeJS.ErrnoException) => {
      const failure = describeExchangeError(error)
      if (head) head.late_failure ??= failure
      finish(failure)
    })
    request.on('close', () => finish(closedEarly()))
    request.end(message.body ?? undefined)
  })
}

function openRequest(socket: Socket, message: Message): ClientRequest | Failure {
  try {
    // An open socket without an agent is measurably cheaper than `agent: false`, which creates an agent per request.
    return httpRequest({
      createConnection: () => socket,
      method: message.method,
      path: message.path,
      headers: message.headers,
      maxHeaderSize: message.max_header_bytes,
      insecureHTTPParser: false,
    })
  } catch (error) {
    if (error instanceof Error) return describeExchangeError(error)
    throw error
  }
}

export function closedEarly(): Failure {
  return describeConnectError({ name: '', message: '', code: 'EPIPE' })
}

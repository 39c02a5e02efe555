import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { BoundedBytes, MAX_CHUNKS } from './bounded-bytes.ts'
import { type CertificateFacts, describeCertificate } from './certificate.ts'
import { Deadline } from './deadline.ts'
import { describeConnectError, describeTlsError, type Failure } from './failure.ts'
import type { HostPort } from './host-port.ts'
import { reach, startTimings, type Locator, type ReachState, type Timings } from './reach.ts'
import { secure } from './secure.ts'

export interface ConnectRequest extends HostPort {
  /** Total timeout for lookup, connect and the whole conversation. */
  readonly timeout_ms: number
}

interface Reply {
  readonly ok: true
  readonly bytes: Buffer
  /** What ended the reading. `deadline`: something was received, but not what the caller waited for. */
  readonly end: 'done' | 'full' | 'closed' | 'deadline'
}

interface ReadLimits {
  readonly max_bytes: number
  /** Gets all bytes so far. Those before `from` were passed in earlier calls. */
  readonly isDone: (bytes: Buffer, from: number) => boolean
}

export interface Handshake {
  readonly ok: true
  /** `TLSv1.3` */
  readonly protocol: string
  readonly certificate: CertificateFacts | null
  /** Why the certificate is not valid for the host, or null. */
  readonly invalid: Failure | null
}

/** An open connection. Data that arrives between reads stays in the buffers of the kernel. */
export interface Connection {
  write(bytes: Buffer): void
  read(limits: ReadLimits): Promise<Reply | Failure>
  /** Upgrades the connection to TLS. The certificate is checked, but an invalid one does not end the connection. */
  secure(server_name?: string | null): Promise<Handshake | Failure>
}

export type ConnectResult<Value> = ({ readonly ok: true; readonly value: Value } | Failure) & {
  readonly timings: Timings
  readonly private_target: boolean
}

export interface ConnectRoute extends Locator {
  readonly context: () => SecureContext
}

/** Connects, calls `talk`, and closes the connection in any case. */
export async function runConnect<Value>(
  route: ConnectRoute,
  request: ConnectRequest,
  talk: (connection: Connection) => Promise<Value | Failure>,
): Promise<ConnectResult<Value>> {
  const run = new ConnectRun(route, request)
  const outcome = await run.open(talk).finally(() => run.close())
  return { ...outcome, timings: run.timings, private_target: run.private_target }
}

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'ok' in value && value.ok === false && 'kind' in value

class ConnectRun implements ReachState, Connection {
  readonly timings = startTimings()
  readonly deadline: Deadline
  private_target = false
  #route: ConnectRoute
  #request: ConnectRequest
  #started_at_ms = performance.now()
  #socket: Socket | null = null

  constructor(route: ConnectRoute, request: ConnectRequest) {
    this.#route = route
    this.#request = request
    this.deadline = new Deadline(request.timeout_ms)
  }

  close(): void {
    this.deadline.close()
    this.#socket?.destroy()
    this.timings.total_ms = performance.now() - this.#started_at_ms
  }

  async open<Value>(
    talk: (connection: Connection) => Promise<Value | Failure>,
  ): Promise<{ ok: true; value: Value } | Failure> {
    const dialled = await reach(this.#route, this.#request, this)
    if (!dialled.ok) return dialled
    this.#socket = dialled.socket
    const value = await talk(this)
    return isFailure(value) ? value : { ok: true, value }
  }

  write(bytes: Buffer): void {
    this.#socket?.write(bytes)
  }

  async read(limits: ReadLimits): Promise<Reply | Failure> {
    const socket = this.#socket
    if (!socket) throw new Error('read before the connection is open')
    const started_at_ms = performance.now()
    const addFirstByteTime = (): void => void (this.timings.first_byte_ms += performance.now() - started_at_ms)
    socket.once('data', addFirstByteTime)
    const reply = await readReply(socket, limits, this.deadline)
    socket.off('data', addFirstByteTime)
    return reply
  }

  async secure(server_name: string | null = null): Promise<Handshake | Failure> {
    const socket = this.#socket
    if (!socket) throw new Error('secured before the connection is open')
    const started_at_ms = performance.now()
    const options = { host: this.#request.host, server_name, verify: false, context: this.#route.context() }
    const secured = await secure(socket, options, this.deadline)
    this.timings.tls_ms += performance.now() - started_at_ms
    if (!secured.ok) return secured
    this.#socket = secured.socket
    // Declared as an Error, but a code such as CERT_HAS_EXPIRED.
    const code = secured.socket.authorizationError as unknown as string | null
    return {
      ok: true,
      protocol: secured.socket.getProtocol() ?? '',
      certificate: secured.leaf && describeCertificate(secured.leaf),
      invalid: code === null ? null : describeTlsError({ name: '', message: '', code }),
    }
  }
}

/** Ends with what was received once `isDone`, at the limit, at the end of the stream or at the deadline. */
function readReply(socket: Socket, { max_bytes, isDone }: ReadLimits, deadline: Deadline): Promise<Reply | Failure> {
  return new Promise((resolve) => {
    const collected = new BoundedBytes(max_bytes)
    let received = 0
    let chunks = 0
    const finish = (outcome: Reply | Failure): void => {
      socket.pause()
      socket.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError)
      resolve(outcome)
    }
    const end = (how: Reply['end']): void => finish({ ok: true, bytes: collected.take(), end: how })
    const onData = (chunk: Buffer): void => {
      const hasRoom = collected.add(chunk)
      const bytes = collected.take()
      const from = received
      received = bytes.length
      chunks++
      if (isDone(bytes, from)) end('done')
      else if (!hasRoom || chunks >= MAX_CHUNKS) end('full')
    }
    const onEnd = (): void => end('closed')
    const onError = (error: NodeJS.ErrnoException): void =>
      received > 0 ? end('closed') : finish(describeConnectError(error))
    deadline.enter('waiting for the response', (failure) => (received > 0 ? end('deadline') : finish(failure)))
    if (socket.destroyed || socket.readableEnded) return onEnd()
    socket.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError)
    socket.resume()
  })
}

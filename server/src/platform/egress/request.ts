import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { readBody, type Body } from './body.ts'
import { type CertificateFacts, describeCertificate } from './certificate.ts'
import { Deadline } from './deadline.ts'
import { exchange, type ResponseHead } from './exchange.ts'
import { fail, type Failure, type FailureKind } from './failure.ts'
import { buildMessage, followRedirect, readLocation, readPort, type HeaderRecord, type Outgoing } from './message.ts'
import { reach, startTimings, type Locator, type ReachState, type Timings } from './reach.ts'
import { secure } from './secure.ts'
import { readHost } from './vet.ts'

export interface EgressRequest {
  readonly url: string | URL
  readonly method?: string
  readonly headers?: HeaderRecord
  /** Headers that must not be sent to another origin after a redirect. `authorization` and `cookie` never are. */
  readonly secret_headers?: HeaderRecord
  readonly body?: string | Uint8Array
  /** Total timeout for lookup, connect, handshake, redirects and body. */
  readonly timeout_ms: number
  /** Limit of the decoded body, by default 1 MiB. 0 returns after the headers. */
  readonly max_body_bytes?: number
  readonly max_header_bytes?: number
  /** 0–5, by default 0, which returns the redirect itself. */
  readonly follow_redirects?: number
  readonly verify_tls?: boolean
  /** Connects over this version of IP only. */
  readonly family?: 4 | 6
  readonly signal?: AbortSignal
}

export interface EgressAnswer {
  readonly ok: true
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The body was longer than `max_body_bytes` or not requested. The rest was not read. */
  readonly truncated: boolean
  readonly final_url: string
  /** Number of followed redirects. */
  readonly hops: number
  readonly timings: Timings
  readonly tls_expires_at: Date | null
  /** Of the last hop; null without TLS. */
  readonly certificate: CertificateFacts | null
  readonly peer_address: string
  readonly private_target: boolean
}

export interface EgressFailure {
  readonly ok: false
  readonly kind: FailureKind
  readonly message: string
  readonly timings: Timings
  /** Bytes of the request were sent on the failed hop, so the server may have acted on it. */
  readonly was_sent: boolean
  /** Of a response whose body could not be read. */
  readonly head: { readonly status: number; readonly headers: IncomingHttpHeaders } | null
  /** The failed hop went to a private range allowed by the operator. */
  readonly private_target: boolean
}

export type EgressResult = EgressAnswer | EgressFailure

/** Decides where a request may go. */
export interface Route extends Locator {
  readonly context: () => SecureContext
  vet(url: string | URL, base?: URL): URL | Failure
}

const body_bytes_max = 1024 * 1024
const header_bytes_max = 16 * 1024
const redirects_max = 5
const unread: Body = { ok: true, bytes: Buffer.alloc(0), truncated: true }

export async function runRequest(route: Route, request: EgressRequest): Promise<EgressResult> {
  const run = new RequestRun(route, request)
  const outcome = await run.followHops().finally(() => run.close())
  if (outcome.ok) return outcome
  return {
    ok: false,
    kind: outcome.kind,
    message: outcome.message,
    timings: run.timings,
    was_sent: run.was_sent,
    head: run.head,
    private_target: run.private_target,
  }
}

class RequestRun implements ReachState {
  readonly timings = startTimings()
  readonly deadline: Deadline
  readonly family: 4 | 6 | undefined
  private_target = false
  was_sent = false
  head: EgressFailure['head'] = null
  #route: Route
  #request: EgressRequest
  #started_at_ms = performance.now()
  #socket: Socket | null = null
  #peer_address = ''
  #certificate: CertificateFacts | null = null

  constructor(route: Route, request: EgressRequest) {
    this.#route = route
    this.#request = request
    this.family = request.family
    this.deadline = new Deadline(request.timeout_ms, request.signal)
  }

  close(): void {
    this.deadline.close()
    this.#socket?.destroy()
    this.timings.total_ms = performance.now() - this.#started_at_ms
  }

  async followHops(): Promise<EgressAnswer | Failure> {
    const { method = 'GET', headers = {}, secret_headers = {}, body = null, follow_redirects = 0 } = this.#request
    const url = this.#route.vet(this.#request.url)
    if ('ok' in url) return url
    let outgoing: Outgoing = { url, method: method.toUpperCase(), headers, secret_headers, body }
    const hops_max = Math.min(follow_redirects, redirects_max)
    for (let hops = 0; ; hops++) {
      const head = await this.#send(outgoing)
      if (!head.ok) return head
      const { response } = head
      const status = response.statusCode ?? 0
      const location = hops_max > 0 ? readLocation(status, response.headers.location) : null
      if (location === null) return this.#answer(head, outgoing, hops)
      if (hops === hops_max) return fail('too_many_redirects', `The server redirected more than ${hops_max} times.`)
      this.#socket?.destroy()
      const next = this.#route.vet(location, outgoing.url)
      if ('ok' in next) return next
      outgoing = followRedirect(outgoing, status, next)
    }
  }

  async #send(outgoing: Outgoing): Promise<ResponseHead | Failure> {
    const { url } = outgoing
    const host = readHost(url)
    this.was_sent = false
    const socket = await this.#connect(host, readPort(url))
    if ('ok' in socket) return socket
    const ready = url.protocol === 'https:' ? await this.#handshake(socket, host) : socket
    if ('ok' in ready) return ready
    const sent_at_ms = performance.now()
    const message = buildMessage(outgoing, this.#request.max_header_bytes ?? header_bytes_max)
    const head = await exchange(ready, message, {
      deadline: this.deadline,
      onSend: () => (this.was_sent = true),
    })
    this.timings.first_byte_ms += performance.now() - sent_at_ms
    return head
  }

  async #connect(host: string, port: number): Promise<Socket | Failure> {
    const dialled = await reach(this.#route, { host, port }, this)
    if (!dialled.ok) return dialled
    this.#peer_address = dialled.address
    this.#certificate = null
    this.#socket = dialled.socket
    return dialled.socket
  }

  async #handshake(socket: Socket, host: string): Promise<Socket | Failure> {
    const started_at_ms = performance.now()
    const options = { host, verify: this.#request.verify_tls ?? true, context: this.#route.context(), isHttp: true }
    const secured = await secure(socket, options, this.deadline)
    this.timings.tls_ms += performance.now() - started_at_ms
    if (!secured.ok) return secured
    this.#certificate = secured.leaf && describeCertificate(secured.leaf)
    this.#socket = secured.socket
    return secured.socket
  }

  async #answer(head: ResponseHead, outgoing: Outgoing, hops: number): Promise<EgressAnswer | Failure> {
    const received = { status: head.response.statusCode ?? 0, headers: head.response.headers }
    this.head = received
    const max_bytes = this.#request.max_body_bytes ?? body_bytes_max
    const body = max_bytes === 0 ? unread : await readBody(head, max_bytes, this.deadline)
    if (!body.ok) return body
    return {
      ok: true,
      ...received,
      body: body.bytes,
      truncated: body.truncated,
      final_url: outgoing.url.href,
      hops,
      timings: this.timings,
      tls_expires_at: this.#certificate?.expires_at ?? null,
      certificate: this.#certificate,
      peer_address: this.#peer_address,
      private_target: this.private_target,
    }
  }
}

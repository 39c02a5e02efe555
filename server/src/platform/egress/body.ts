import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { Transform } from 'node:stream'
import { BoundedBytes, MAX_CHUNKS } from './bounded-bytes.ts'
import type { Deadline } from './deadline.ts'
import { describeExchangeError, fail, type Failure } from './failure.ts'
import { closedEarly, type ResponseHead } from './exchange.ts'

export interface Body {
  readonly ok: true
  readonly bytes: Buffer
  readonly truncated: boolean
}

// An encoded body may be slightly larger than the decoded one. A larger excess carries no data.
const encoding_overhead_bytes = 64 * 1024

/** Reads at most `max_bytes` of the decoded body. A longer body is truncated and the connection closed. */
export function readBody(head: ResponseHead, max_bytes: number, deadline: Deadline): Promise<Body | Failure> {
  return new Promise((resolve) => {
    const { response } = head
    const collected = new BoundedBytes(max_bytes)
    const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? ''
    let received_bytes = 0
    let received_chunks = 0
    let decoder: Transform | null = null

    const finish = (outcome: Body | Failure): void => {
      response.destroy()
      decoder?.destroy()
      resolve(outcome)
    }
    const complete = (): void => finish({ ok: true, bytes: collected.take(), truncated: collected.isOver })
    const cut = (): void => {
      collected.isOver = true
      complete()
    }
    const keep = (chunk: Buffer): void => {
      if (!collected.add(chunk)) complete()
    }
    const startDecoder = (first: Buffer): Transform | null => {
      const started = createDecoder(encoding, first)
      started?.on('data', keep)
      started?.on('end', complete)
      started?.on('error', () => finish(fail('protocol', `The response is not valid ${encoding} data.`)))
      started?.on('drain', () => response.resume())
      return started
    }

    deadline.enter('reading the response', finish)
    response.on('data', (chunk: Buffer) => {
      if (received_chunks === 0) decoder = startDecoder(chunk)
      received_chunks++
      received_bytes += chunk.length
      if (received_chunks > MAX_CHUNKS || received_bytes > max_bytes + encoding_overhead_bytes) cut()
      else if (!decoder) keep(chunk)
      else if (!decoder.write(chunk)) response.pause()
    })
    response.on('end', () => (decoder ? decoder.end() : complete()))
    const failEarly = (failure: Failure): void => finish(head.late_failure ?? failure)
    response.on('error', (error: NodeJS.ErrnoException) => failEarly(describeExchangeError(error)))
    response.on('close', () => {
      if (!response.complete) failEarly(closedEarly())
    })
  })
}

/** Decodes a single content coding. Stacked codings suggest a decompression bomb and stay encoded, as do unknown ones. */
function createDecoder(encoding: string, first: Buffer): Transform | null {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'br') return createBrotliDecompress()
  // Some servers send raw deflate without the zlib header that HTTP requires. All browsers accept both.
  if (encoding === 'deflate') return ((first[0] ?? 0) & 15) === 8 ? createInflate() : createInflateRaw()
  return null
}

import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import {
  createEgress,
  type EgressAnswer,
  type EgressRequest,
  type EgressResult,
} from '../../../src/platform/egress/index.ts'

interface Closable {
  close(): Promise<void>
}

const egress = createEgress({ allowPrivate: ['127.0.0.0/8'] })
const opened: Closable[] = []

/** Open until `closeAll`. */
export async function open<T extends Closable>(starting: Promise<T>): Promise<T> {
  const started = await starting
  opened.push(started)
  return started
}

export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((target) => target.close()))
}

export function get(url: string, more: Partial<EgressRequest> = {}): Promise<EgressResult> {
  return egress.request({ url, timeout_ms: 3_000, ...more })
}

export async function mustGet(url: string, more: Partial<EgressRequest> = {}): Promise<EgressAnswer> {
  const result = await get(url, more)
  if (!result.ok) throw new Error(`${result.kind}: ${result.message}`)
  return result
}

export async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  request.on('data', (chunk) => (text += String(chunk)))
  await once(request, 'end')
  return text
}

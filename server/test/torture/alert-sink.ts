import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pause } from './world.ts'

interface ReceivedAlert {
  text: string
  /** Whether it says that it may be a repeat. */
  marked: boolean
  /** The host of its link, which identifies the worker. */
  by: string
}

export interface AlertSink {
  url: string
  received: ReceivedAlert[]
  /** How many messages were taken and not acknowledged in order. */
  readonly faults: number
  close(): void
}

interface Payload {
  blocks: { type: string; text?: { text: string }; elements?: { url?: string }[] }[]
}

function read(body: string): ReceivedAlert {
  const { blocks } = JSON.parse(body) as Payload
  const title = blocks.find((block) => block.type === 'header')?.text?.text ?? ''
  const listed = blocks.filter((block) => block.type === 'section').map((block) => block.text?.text ?? '')
  const link = blocks.find((block) => block.type === 'actions')?.elements?.[0]?.url ?? ''
  return { text: [title, ...listed].join('\n'), marked: body.includes('Possible duplicate'), by: new URL(link).host }
}

/** What a service does after it has taken a message, each so rarely that most outages meet none. `late`: after the deadline of 15 s. */
const FAULTS: readonly ((response: ServerResponse) => unknown)[] = [
  (response) => setTimeout(() => response.end('ok'), 17_000).unref(),
  (response) => response.socket?.resetAndDestroy(),
  (response) => response.socket?.end('HTTP/1.1 200 O'),
  (response) => response.socket?.end('\0\0\0 not HTTP'),
  (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
]

export interface SinkOptions {
  /** Of all messages, how many meet a fault. */
  fault_share?: number
  /** When the n-th message is answered; undefined: at once. */
  hold?: (n: number) => Promise<void> | undefined
}

/** A fake Slack that accepts messages, sometimes slowly, refuses one in fifty, and answers some that it has taken late, in part or not at all. */
export async function startAlertSink({ fault_share = 0, hold }: SinkOptions = {}): Promise<AlertSink> {
  const received: ReceivedAlert[] = []
  const sink = { url: '', received, faults: 0, close: () => server.close().closeAllConnections() }
  const answer = async (body: string, response: ServerResponse): Promise<unknown> => {
    if (!hold && Math.random() < 0.02) return response.writeHead(500).end('try again')
    received.push(read(body))
    await (hold ? hold(received.length - 1) : pause(Math.random() * 20))
    if (Math.random() >= fault_share) return response.end('ok')
    return FAULTS[sink.faults++ % FAULTS.length]?.(response)
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => answer(body, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4096, resolve))
  sink.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return sink
}

/** Outages are named o0, o1, …. Compares the received alerts of each with one start and one end. */
export function compareAlerts(outages: number, received: readonly ReceivedAlert[]) {
  const seen = new Map<string, { times: number; unmarked: number }>()
  for (const { text: words, marked } of received) {
    for (const [, kind = '', name = ''] of words.matchAll(/(Down|Resolved): (o\d+)\b/g)) {
      const before = seen.get(`${kind} ${name}`) ?? { times: 0, unmarked: 0 }
      seen.set(`${kind} ${name}`, {
        times: before.times + 1,
        unmarked: before.unmarked + (marked || before.times === 0 ? 0 : 1),
      })
    }
  }
  let missed = 0
  for (let n = 0; n < outages; n++) for (const kind of ['Down', 'Resolved']) if (!seen.has(`${kind} o${n}`)) missed++
  const counts = [...seen.values()]
  return {
    missed,
    repeats: counts.reduce((sum, each) => sum + each.times - 1, 0),
    repeats_unmarked: counts.reduce((sum, each) => sum + each.unmarked, 0),
    max_copies: counts.reduce((max, each) => Math.max(max, each.times), 0),
    marked: received.filter((each) => each.marked).length,
  }
}

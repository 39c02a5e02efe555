import net from 'node:net'
import { AGENT_OF_BENCH, makeBodies } from './traffic.ts'

/**
 * Load generator process. Posts single events on many connections, each waiting for its response, at full speed or a given
 * rate. Uses raw sockets: a client as expensive as the server would measure itself.
 */
export interface LoadOptions {
  port: number
  sites: { tracking_id: string; domain: string }[]
  connections: number
  seconds: number
  /** Total rate of all connections. 0 means as fast as possible. */
  per_s: number
}

export interface LoadResult {
  accepted: number
  refused: number
  seconds: number
  p50_ms: number
  p99_ms: number
}

const MAX_TIMES = 200_000

const BODIES = 200

/** Alternates between websites: two hundred requests in a row to one would be a flood. */
function prepareRequests({ sites }: LoadOptions): Buffer[] {
  const bySite = sites.map(({ tracking_id, domain }, index) =>
    makeBodies(domain, BODIES, index + 1).map((body) => {
      const head =
        `POST /t/${tracking_id} HTTP/1.1\r\nHost: watch.example.com\r\nContent-Type: text/plain;charset=UTF-8\r\n` +
        `User-Agent: ${AGENT_OF_BENCH}\r\nAccept-Language: de-DE,de;q=0.9,en;q=0.8\r\nAccept-Encoding: gzip, deflate, br\r\n` +
        `Origin: https://${domain}\r\nReferer: https://${domain}/\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
      return Buffer.from(head + body)
    }),
  )
  return Array.from({ length: BODIES }, (_, n) => bySite.flatMap((requests) => requests.slice(n, n + 1))).flat()
}

function sendLoad(options: LoadOptions): Promise<LoadResult> {
  const requests = prepareRequests(options)
  const times: number[] = []
  let next = 0
  let accepted = 0
  let refused = 0
  const started = performance.now()
  const until = started + options.seconds * 1000

  const connect = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = net.connect(options.port, '127.0.0.1')
      socket.setNoDelay(true)
      let sent_at = 0
      const send = (): void => {
        sent_at = performance.now()
        socket.write(requests[next++ % requests.length] ?? '')
      }
      const fireNext = (): void => {
        if (performance.now() >= until) return void socket.end()
        const due_ms = options.per_s === 0 ? 0 : started + (next / options.per_s) * 1000 - performance.now()
        if (due_ms > 1) setTimeout(fireNext, due_ms)
        else send()
      }
      socket.on('connect', fireNext)
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
        if (!received.includes('\r\n\r\n')) return
        if (received.startsWith('HTTP/1.1 202')) accepted++
        else refused++
        received = ''
        if (times.length < MAX_TIMES) times.push(performance.now() - sent_at)
        fireNext()
      })
      socket.on('close', () => resolve())
      socket.on('error', reject)
    })

  return Promise.all(Array.from({ length: options.connections }, connect)).then(() => {
    times.sort((a, b) => a - b)
    const at = (share: number): number => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1))
    return { accepted, refused, seconds: (performance.now() - started) / 1000, p50_ms: at(0.5), p99_ms: at(0.99) }
  })
}

if (import.meta.main && process.send) {
  const reply = process.send.bind(process)
  process.on('disconnect', () => process.exit())
  process.on('message', (options: LoadOptions) => {
    sendLoad(options).then(
      (result) => reply({ result }),
      (error: unknown) => reply({ error: String(error) }),
    )
  })
}

import net from 'node:net'

/**
 * Load generator process. Sends pings on many connections, each waiting for its response before the next ping. Uses raw sockets: a client
 * as expensive as the server would measure itself. A connection that breaks because the server was killed is not reopened.
 */
export interface LoadOptions {
  port: number
  tokens: string[]
  connections: number
  seconds: number
}

export interface LoadResult {
  acknowledged: number
  refused: number
  seconds: number
  p50_ms: number
  p99_ms: number
}

function sendLoad({ port, tokens, connections, seconds }: LoadOptions): Promise<LoadResult> {
  const requests = tokens.map((token) => Buffer.from(`GET /hb/${token} HTTP/1.1\r\nHost: watch.example.com\r\n\r\n`))
  const times: number[] = []
  let [next, acknowledged, refused] = [0, 0, 0]
  const started = performance.now()
  const until = started + seconds * 1000
  const connect = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      let sent_at = 0
      let received = ''
      const send = (): void => {
        if (performance.now() >= until) return void socket.end()
        sent_at = performance.now()
        socket.write(requests[next++ % requests.length] ?? '')
      }
      socket.on('connect', send)
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
        if (!/\r\n\r\n[^]/.test(received)) return
        if (received.startsWith('HTTP/1.1 200')) acknowledged++
        else refused++
        received = ''
        times.push(performance.now() - sent_at)
        send()
      })
      socket.on('close', () => resolve())
      socket.on('error', () => socket.destroy())
    })
  return Promise.all(Array.from({ length: connections }, connect)).then(() => {
    times.sort((a, b) => a - b)
    const at = (share: number): number => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1))
    const taken = (performance.now() - started) / 1000
    return { acknowledged, refused, seconds: taken, p50_ms: at(0.5), p99_ms: at(0.99) }
  })
}

if (import.meta.main && process.send) {
  const reply = process.send.bind(process)
  process.on('disconnect', () => process.exit())
  process.on('message', (options: LoadOptions) => void sendLoad(options).then((result) => reply(result)))
}

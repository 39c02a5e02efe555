import net from 'node:net'

/**
 * Load generator process. Sends requests at a fixed rate, like visitors, without waiting for earlier responses. The time of each counts
 * from when it was due, so a stall of the server is not hidden. Uses raw sockets: a client as expensive as the server would measure itself.
 */
export interface LoadOptions {
  port: number
  path: string
  per_second: number
  seconds: number
  connections: number
}

export interface LoadResult {
  answered: number
  failed: number
  seconds: number
  p50_ms: number
  p99_ms: number
  max_ms: number
  bytes: number
}

interface Client {
  send(due_ms: number): void
  close(): void
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/** Opens one connection. A request on it waits for the requests before it. */
function openClient(
  request: Buffer,
  port: number,
  onResponse: (status: number, bytes: number, due_ms: number) => void,
): Promise<Client> {
  const socket = net.connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const waiting: number[] = []
  let isBusy = false
  let head: Buffer = Buffer.alloc(0)
  let remaining = 0
  let status = 0
  let length = 0
  const next = (): void => {
    if (isBusy || waiting.length === 0) return
    isBusy = true
    socket.write(request)
  }
  const finish = (): void => {
    isBusy = false
    onResponse(status, length, waiting.shift() ?? 0)
    next()
  }
  socket.on('data', (chunk: Buffer) => {
    if (remaining > 0) {
      remaining -= chunk.length
      if (remaining <= 0) finish()
      return
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const at = head.indexOf(END_OF_HEAD)
    if (at < 0) return
    const text = head.toString('latin1', 0, at)
    status = Number(text.slice(9, 12))
    length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
    remaining = length - (head.length - at - 4)
    head = Buffer.alloc(0)
    if (remaining <= 0) finish()
  })
  socket.on('error', () => socket.destroy())
  return new Promise((resolve) =>
    socket.on('connect', () =>
      resolve({
        send(due_ms) {
          waiting.push(due_ms)
          next()
        },
        close: () => void socket.destroy(),
      }),
    ),
  )
}

async function sendLoad({ port, path, per_second, seconds, connections }: LoadOptions): Promise<LoadResult> {
  const times: number[] = []
  let [answered, failed, bytes] = [0, 0, 0]
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: watch.example.com\r\nAccept-Encoding: gzip\r\n\r\n`)
  const clients = await Promise.all(
    Array.from({ length: connections }, () =>
      openClient(request, port, (status, length, due_ms) => {
        if (status === 200) answered++
        else failed++
        bytes += length
        times.push(performance.now() - due_ms)
      }),
    ),
  )
  const started = performance.now()
  const total = per_second * seconds
  let sent = 0
  while (sent < total) {
    const now = performance.now()
    for (; sent < total && started + (sent * 1000) / per_second <= now; sent++)
      clients[sent % connections]?.send(started + (sent * 1000) / per_second)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  for (const until = performance.now() + 5000; times.length < total && performance.now() < until;)
    await new Promise((resolve) => setTimeout(resolve, 10))
  const taken = (performance.now() - started) / 1000
  for (const client of clients) client.close()
  times.sort((a, b) => a - b)
  const at = (share: number): number => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1))
  failed += total - times.length
  const max_ms = Number((times.at(-1) ?? 0).toFixed(1))
  return { answered, failed, seconds: taken, p50_ms: at(0.5), p99_ms: at(0.99), max_ms, bytes }
}

if (import.meta.main && process.send) {
  const reply = process.send.bind(process)
  process.on('disconnect', () => process.exit())
  process.on('message', (options: LoadOptions) => void sendLoad(options).then((result) => reply(result)))
}

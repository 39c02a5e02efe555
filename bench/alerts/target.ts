import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Separate process. Answers every path with 200 until it gets an order to break the path, then with 503 or not at all. Reports when
 * it broke the path and when the first request hit it.
 */
export type Order = { path: string; how: 'error' | 'drop' }
export type Report = { port: number } | { path: string; down_at: number; hit_at: number }

const broken = new Map<string, { how: Order['how']; down_at: number; isHit: boolean }>()
const report = (message: Report): void => void process.send?.(message)

const server = createServer((request, response) => {
  const path = request.url ?? ''
  const fault = broken.get(path)
  if (!fault) return response.writeHead(200, { connection: 'close' }).end('all is well')
  if (!fault.isHit) report({ path, down_at: fault.down_at, hit_at: Date.now() })
  fault.isHit = true
  if (fault.how === 'drop') return request.socket.destroy()
  return response.writeHead(503, { connection: 'close' }).end('out of order')
})
process.on('message', ({ path, how }: Order) => broken.set(path, { how, down_at: Date.now(), isHit: false }))
process.on('disconnect', () => process.exit(0))
server.listen(0, '0.0.0.0', 4096, () => report({ port: (server.address() as AddressInfo).port }))

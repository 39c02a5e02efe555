import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Separate process. Answers every path with 200 until told to break it, then with 503 or not at all. Reports when it broke the
 * path and when the first request hit it.
 */
export type Order = { path: string; how: 'error' | 'drop' }
export type Report = { port: number } | { path: string; down_at: number; met_at: number }

const broken = new Map<string, { how: Order['how']; down_at: number; isMet: boolean }>()
const report = (message: Report): void => void process.send?.(message)

const server = createServer((request, response) => {
  const path = request.url ?? ''
  const fault = broken.get(path)
  if (!fault) return response.writeHead(200, { connection: 'close' }).end('all is well')
  if (!fault.isMet) report({ path, down_at: fault.down_at, met_at: Date.now() })
  fault.isMet = true
  if (fault.how === 'drop') return request.socket.destroy()
  return response.writeHead(503, { connection: 'close' }).end('out of order')
})
process.on('message', ({ path, how }: Order) => broken.set(path, { how, down_at: Date.now(), isMet: false }))
process.on('disconnect', () => process.exit(0))
server.listen(0, '0.0.0.0', 4096, () => report({ port: (server.address() as AddressInfo).port }))

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A separate process, so that its driver cannot delay an answer. Its behaviour is set for each path, and it reports when the change
 * took effect.
 */
export type Mode = 'ok' | 'error' | 'drop' | 'hang' | 'slow' | 'garbled'

const modes = new Map<string, Mode>()
const hits = new Map<string, number>()
const server = createServer((request, response) => {
  const path = request.url ?? ''
  hits.set(path, (hits.get(path) ?? 0) + 1)
  const mode = modes.get(path) ?? 'ok'
  if (mode === 'drop') request.socket.destroy()
  else if (mode === 'error') response.writeHead(503).end('out of order')
  else if (mode === 'ok') response.writeHead(200).end('all is well')
  else if (mode === 'garbled') request.socket.end('no protocol at all\r\n\r\n')
  else if (mode === 'slow') setTimeout(() => response.writeHead(200).end('at last'), 8000)
})

process.on('message', (message: { id: number; path: string; mode?: Mode }) => {
  if (message.mode) modes.set(message.path, message.mode)
  process.send?.({ id: message.id, at: Date.now(), hits: hits.get(message.path) ?? 0 })
})
process.on('disconnect', () => process.exit(0))
const [address = '127.0.0.1'] = process.argv.slice(2)
server.listen(0, address, 4096, () => process.send?.({ port: (server.address() as AddressInfo).port }))

import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** The target of the demo's monitors in development: it answers, sometimes slowly, and no request leaves the machine. */
export function startTarget(port: number): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    const delay_ms = 15 + Math.random() * 60 + (Math.random() < 0.03 ? 400 : 0)
    void wait(delay_ms).then(() =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>ok</title><p>ok'),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () => {
          server.close()
          server.closeAllConnections()
        },
      })
    })
  })
}

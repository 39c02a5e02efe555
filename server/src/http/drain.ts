import type { Server } from 'node:http'
import net from 'node:net'

const GRACE_MS = 3000
/** Longer than a proxy keeps an idle connection (deploy/proxy says 4 s), so that it never sends on one that we are closing. */
export const PROXY_GRACE_MS = 5000
const LIMIT_MS = 15_000

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))

/**
 * http.Server.close() would also close idle keep-alive connections, on which a request may be in transit. So we only stop
 * listening, and every response has "connection: close". Connections that are still idle after the grace period are closed.
 */
export async function drainServer(server: Server, grace_ms = GRACE_MS): Promise<void> {
  if (!server.listening) return
  net.Server.prototype.close.call(server)
  const started = Date.now()
  while ((await countConnections(server)) > 0) {
    const elapsed = Date.now() - started
    if (elapsed > grace_ms) server.closeIdleConnections()
    if (elapsed > LIMIT_MS) server.closeAllConnections()
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that is not in use, for a program that listens on it later. Below the range that the system itself gives out, in which another
 * test could get it in the meantime. Browsers refuse port 10080.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_100, 30_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

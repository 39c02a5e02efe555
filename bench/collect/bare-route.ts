import { readClient } from '../../server/src/analytics/collect/client.ts'
import { readLanguage } from '../../server/src/analytics/collect/language.ts'
import { judge } from '../../server/src/analytics/collect/steps/index.ts'
import type { Visit } from '../../server/src/analytics/collect/visit.ts'
import { readBatch, readTracked } from '../../server/src/analytics/collect/wire.ts'
import { createAddressReader } from '../../server/src/http/client-address.ts'
import { createHttpServer } from '../../server/src/http/server.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { createMetrics } from '../../server/src/platform/metrics.ts'
import { makeSite } from './traffic.ts'

/** Baseline: same server and route as the collector. It parses and validates each event but stores nothing. */
const readAddress = createAddressReader([])
const server = createHttpServer({
  base_url: 'http://localhost',
  log: createLog('warn'),
  metrics: createMetrics(),
  readAddress,
})
const site = { ...makeSite(1), domain: 'example.com' }
server.app.post('/t/:tracking_id', { config: { id: 'bench.bare' } }, async (request, reply) => {
  const { headers } = request
  const user_agent = headers['user-agent'] ?? ''
  const visit: Visit = {
    site,
    address: readAddress(request.socket.remoteAddress, headers['x-forwarded-for']),
    user_agent,
    client: readClient(user_agent),
    language: readLanguage(headers['accept-language']),
    is_own_probe: false,
    refuses_tracking: false,
    now_ms: Date.now(),
  }
  const events = readBatch(request.body as Buffer | undefined) ?? []
  const isGood = events.every((raw) => judge(raw, visit, readTracked).drop === null)
  return reply
    .header('access-control-allow-origin', '*')
    .status(isGood && events.length > 0 ? 202 : 400)
    .send()
})
const port = await server.listen(0, '127.0.0.1')
process.send?.({ port })
process.on('disconnect', () => process.exit())

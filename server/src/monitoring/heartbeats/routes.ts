import { heartbeatRoutes } from '@sitewatch/contract'
import { serve, type Served } from '../../http/serve.ts'
import { listPings } from './store.ts'

export const serveHeartbeats = (): Served[] => [
  serve(heartbeatRoutes.pings, ({ tx, params, query }) => listPings(tx, { id: params.id, ...query })),
]

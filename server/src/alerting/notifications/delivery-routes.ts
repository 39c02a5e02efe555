import { deliveryRoutes } from '@sitewatch/contract'
import { serve, type Served } from '../../http/serve.ts'
import type { Gateways } from './channel.ts'
import { listDeliveries, readPreferences, retryDelivery, savePreferences } from './deliveries.ts'
import { listUnavailableTypes } from './registry.ts'

export function serveDeliveries({ config }: Pick<Gateways, 'config'>): Served[] {
  const unavailable_types = listUnavailableTypes(config)
  return [
    serve(deliveryRoutes.list, ({ tx, query }) => listDeliveries(tx, query)),
    serve(deliveryRoutes.retry, ({ tx, params }) => retryDelivery(tx, params.id)),
    serve(deliveryRoutes.preferences, async ({ tx }) => ({ ...(await readPreferences(tx)), unavailable_types })),
    serve(
      deliveryRoutes.updatePreferences,
      async ({ tx, body }) => ({ ...(await savePreferences(tx, body)), unavailable_types }),
      { current: readPreferences },
    ),
  ]
}

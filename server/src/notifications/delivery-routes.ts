import { deliveryRoutes } from '@sitewatch/contract'
import { serve, type Served } from '../http/serve.ts'
import { listDeliveries, readPreferences, retryDelivery, savePreferences } from './deliveries.ts'

export function serveDeliveries(): Served[] {
  return [
    serve(deliveryRoutes.list, ({ tx, query }) => listDeliveries(tx, query)),
    serve(deliveryRoutes.retry, ({ tx, params }) => retryDelivery(tx, params.id)),
    serve(deliveryRoutes.preferences, ({ tx }) => readPreferences(tx)),
    serve(deliveryRoutes.updatePreferences, ({ tx, body }) => savePreferences(tx, body)),
  ]
}

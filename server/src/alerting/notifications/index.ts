// Owns: providers, their channels, deliveries, and the message of each.
// Called by: roles (`announce.ts`; routes, jobs), silent-outages, status-pages, overview, demo.
// Begins: `announce.ts`, in the transaction that changes an incident; then `deliver.ts`, a job for each provider.

export { announceChanges, announceTrafficIncident } from './announce.ts'
export { saveAssignment } from './assignments.ts'
export { type FailingProvider, listFailingProviders } from './failing.ts'
export { deadmanTasks } from './deadman.ts'
export { serveDeliveries } from './delivery-routes.ts'
export { createDeliveryMetrics } from './metrics.ts'
export { postSigned } from './post-signed.ts'
export { serveNotifications } from './routes.ts'
export { createPushKeys, type PushKeys } from './push-keys.ts'
export { insertProvider } from './store.ts'
export { notificationTasks } from './tasks.ts'
export { mountAcknowledgement } from './acknowledge-page.ts'
export { mountConfirmation } from './confirm-page.ts'

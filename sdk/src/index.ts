import { type ClientOptions, createCall } from './call.ts'
import { bindOperations, type Client } from './client.gen.ts'

export type { ClientOptions } from './call.ts'
export type { CallOptions, Deleted } from './call-types.ts'
export type * from './client.gen.ts'
export { SitewatchError, type SitewatchErrorCode } from './error.ts'
export { paginate } from './paginate.ts'
export type { ProviderTypeField, ProviderTypeInfo } from './provider-type.ts'
export { verifyWebhook, WebhookVerificationError, type WebhookRequest } from './webhook.ts'
export { PROVIDER_TYPES, type ProviderType } from './provider-types.gen.ts'

/** A typed client of the API: `createClient({ base_url, key }).websites.list({ favorite: true })`. */
export function createClient(options: ClientOptions): Client {
  return bindOperations(createCall(options))
}

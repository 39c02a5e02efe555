import { PROVIDER_TYPES, type ProviderType, type ProviderTypeInfo } from '@sitewatch/sdk'

/** During an upgrade, there may be providers of a type that this release does not know. They are shown without settings. */
export const findProviderType = (type: ProviderType): ProviderTypeInfo =>
  Object.hasOwn(PROVIDER_TYPES, type)
    ? PROVIDER_TYPES[type]
    : { label: type, description: '', destination: '', fields: [] }

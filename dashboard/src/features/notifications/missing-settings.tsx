import { type NotificationPreferences, PROVIDER_TYPES, type ProviderType } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../ui/index.ts'
import { preferencesQuery } from './queries.ts'

type UnavailableType = NotificationPreferences['unavailable_types'][number]

export const describeMissing = ({ provider_type, missing_settings }: UnavailableType): string =>
  `${PROVIDER_TYPES[provider_type].label} needs ${missing_settings.join(', ')}`

/** Above the form of a provider that nothing could be sent through. */
export function MissingSettings({ type }: { type: ProviderType }) {
  const preferences = useQuery(preferencesQuery)
  const missing = preferences.data?.unavailable_types.find(({ provider_type }) => provider_type === type)
  if (!missing) return null
  return (
    <div className="mb-6 max-w-xl">
      <Notice kind="warning" title={`${describeMissing(missing)}.`}>
        No messages can be sent until the operator of this server configures it.
      </Notice>
    </div>
  )
}

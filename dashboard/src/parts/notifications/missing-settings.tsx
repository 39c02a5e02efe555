import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { type NotificationPreferences, PROVIDER_TYPES, type ProviderType } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../ui/index.ts'
import { preferencesQuery } from '../../data/notifications/queries.ts'

type UnavailableType = NotificationPreferences['unavailable_types'][number]

export function describeMissing({ provider_type, missing_settings }: UnavailableType): string {
  const label = i18n._(PROVIDER_TYPES[provider_type].label)
  const settings = missing_settings.join(', ')
  return t`${label} needs ${settings}.`
}

/** A warning above the form of a provider type that cannot send, because the server lacks settings. */
export function MissingSettings({ type }: { type: ProviderType }) {
  const preferences = useQuery(preferencesQuery)
  const missing = preferences.data?.unavailable_types.find(({ provider_type }) => provider_type === type)
  if (!missing) return null
  return (
    <div className="mb-6 max-w-xl">
      <Notice kind="warning" title={describeMissing(missing)}>
        {t`No messages can be sent until the operator of this server configures it.`}
      </Notice>
    </div>
  )
}

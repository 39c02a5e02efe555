import { Trans } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { Notice } from '../../ui/index.ts'

/** On the monitor itself, with what to do about it. */
export function AlertsNobodyNotice({ monitor }: { monitor: Pick<Monitor, 'alerts_nobody' | 'provider_ids'> }) {
  if (!monitor.alerts_nobody) return null
  return (
    <div className="mt-4">
      <Notice kind="warning" title={<Trans>This monitor alerts nobody.</Trans>}>
        {monitor.provider_ids.length === 0 ? (
          <Trans>Enable a notification provider below to be alerted when it goes down.</Trans>
        ) : (
          <Trans>
            The recipients have not confirmed yet. Send a test message from the provider’s page and open the link in it.
          </Trans>
        )}
      </Notice>
    </div>
  )
}

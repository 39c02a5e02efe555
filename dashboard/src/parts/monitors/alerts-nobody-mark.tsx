import { Trans } from '@lingui/react/macro'

/** Beside a monitor or website in a list. */
export function AlertsNobodyMark() {
  return (
    <span className="rounded border border-degraded px-1 text-sm whitespace-nowrap text-degraded">
      <Trans>Alerts nobody</Trans>
    </span>
  )
}

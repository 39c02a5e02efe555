import { Trans } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { describeTarget } from './monitor-status.tsx'

/** Links to the checked URL. Plain text for a host, and for a heartbeat, whose URL would count as a ping when opened. */
export function TargetLink({ monitor }: { monitor: Pick<Monitor, 'url' | 'type'> }) {
  if (monitor.type === 'heartbeat' || !/^https?:\/\//i.test(monitor.url))
    return <span className="figures wrap-anywhere">{describeTarget(monitor)}</span>
  return (
    <a href={monitor.url} target="_blank" rel="noopener noreferrer" className="link figures wrap-anywhere">
      {monitor.url}
      <span aria-hidden> ↗</span>
      <span className="sr-only">
        {' '}
        <Trans>(opens in a new tab)</Trans>
      </span>
    </a>
  )
}

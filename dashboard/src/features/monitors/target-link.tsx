import { Trans } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { describeTarget } from './monitor-status.tsx'

/** The URL that is checked, as a link to it. A host that is pinged is no link, and neither is a URL that would count as a ping. */
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

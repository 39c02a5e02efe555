import { Trans } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { formatRelative } from '../../platform/format.ts'
import { Status, useNow } from '../../ui/index.ts'

/** The status. For a monitor that was never checked, the time of its first check. */
export function MonitorStatus({ monitor }: { monitor: Pick<Monitor, 'status' | 'type' | 'created_at' | 'is_slow'> }) {
  const now = useNow()
  if (monitor.status === 'up' && monitor.is_slow) {
    return (
      <Status name="degraded">
        <Trans>Up, slow</Trans>
      </Status>
    )
  }
  if (monitor.status !== 'pending') return <Status name={monitor.status} />
  if (monitor.type === 'heartbeat')
    return (
      <Status name="pending">
        <Trans>Waiting for a ping</Trans>
      </Status>
    )
  const due_ms = Date.parse(monitor.created_at) + 5000
  const due = formatRelative(due_ms, now)
  return (
    <Status name="pending">{due_ms > now ? <Trans>First check {due}</Trans> : <Trans>First check now</Trans>}</Status>
  )
}

/** Adds the type to a bare host. Hides the URL of a heartbeat, which only the job should call. */
export function describeTarget({ url, type }: Pick<Monitor, 'url' | 'type'>): string {
  if (type === 'heartbeat') return type
  return url.includes('://') ? url : `${type} ${url}`
}

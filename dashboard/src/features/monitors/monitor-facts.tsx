import type { Monitor } from '@sitewatch/sdk'
import { countOf, formatDuration, formatMs, formatUptime } from '../../format.ts'
import { FigureRow, Notice, Time, useNow } from '../../ui/index.ts'
import { MonitorStatus } from './monitor-status.tsx'

const DAY_MS = 86_400_000

export function MonitorFacts({ monitor }: { monitor: Monitor }) {
  const { tls_expires_at, last_error } = monitor
  const now = useNow()
  const days = tls_expires_at === null ? null : Math.floor((Date.parse(tls_expires_at) - now) / DAY_MS)
  return (
    <>
      <FigureRow
        entries={[
          {
            label: 'Status',
            value: <MonitorStatus monitor={monitor} />,
            note: <Time at={monitor.last_checked_at} none="Not checked yet" />,
          },
          { label: 'Response', value: formatMs(monitor.last_response_ms) },
          { label: 'Uptime 24 h', value: formatUptime(monitor.uptime['24h']) },
          { label: 'Uptime 30 d', value: formatUptime(monitor.uptime['30d']) },
          { label: 'Check interval', value: formatDuration(monitor.interval) },
          ...(tls_expires_at === null
            ? []
            : [
                {
                  label: 'Certificate',
                  value: days !== null && days < 0 ? 'expired' : `${days} d left`,
                  note: <Time at={tls_expires_at} as="day" />,
                },
              ]),
        ]}
      />
      {days !== null && days < 14 && (
        <div className="mt-4">
          <Notice
            kind="warning"
            title={
              days < 0
                ? 'The certificate has expired.'
                : `The certificate expires ${days === 0 ? 'today' : `in ${countOf(days, 'day')}`}.`
            }
          >
            Renew it. Browsers reject expired certificates, and these checks will fail.
          </Notice>
        </div>
      )}
      {last_error !== null && monitor.status !== 'paused' && (
        <p className="mt-4 wrap-anywhere">
          <span className="text-soft">Last check: </span>
          {last_error}
        </p>
      )}
    </>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { formatDuration, formatMs, formatUptime } from '../../format.ts'
import { FigureRow, Notice, Time, useNow } from '../../ui/index.ts'
import { MonitorStatus } from './monitor-status.tsx'

const DAY_MS = 86_400_000

export function MonitorFacts({ monitor }: { monitor: Monitor }) {
  const { tls_expires_at, last_error } = monitor
  const now = useNow()
  const { t } = useLingui()
  const days = tls_expires_at === null ? null : Math.floor((Date.parse(tls_expires_at) - now) / DAY_MS)
  return (
    <>
      <FigureRow
        entries={[
          {
            label: t`Status`,
            value: <MonitorStatus monitor={monitor} />,
            note: <Time at={monitor.last_checked_at} none={t`Not checked yet`} />,
          },
          {
            label: monitor.type === 'heartbeat' ? t`Run time` : t`Response time`,
            value: formatMs(monitor.last_response_ms),
          },
          { label: t`Uptime 24 h`, value: formatUptime(monitor.uptime['24h']) },
          { label: t`Uptime 30 d`, value: formatUptime(monitor.uptime['30d']) },
          { label: t`Check interval`, value: formatDuration(monitor.interval) },
          ...(tls_expires_at === null
            ? []
            : [
                {
                  label: t`Certificate`,
                  value: days !== null && days < 0 ? t`expired` : t`${days} d left`,
                  note: <Time at={tls_expires_at} as="day" />,
                },
              ]),
        ]}
      />
      {days !== null && days < 14 && <CertificateNotice days={days} />}
      {last_error !== null && monitor.status !== 'paused' && (
        <p className="mt-4 wrap-anywhere">
          <span className="text-soft">
            <Trans>Last check:</Trans>
          </span>{' '}
          {last_error}
        </p>
      )}
    </>
  )
}

function CertificateNotice({ days }: { days: number }) {
  return (
    <div className="mt-4">
      <Notice
        kind="warning"
        title={
          days < 0 ? (
            <Trans>The certificate has expired.</Trans>
          ) : days === 0 ? (
            <Trans>The certificate expires today.</Trans>
          ) : (
            <Plural value={days} one="The certificate expires in # day." other="The certificate expires in # days." />
          )
        }
      >
        <Trans>Renew it. Browsers reject expired certificates, and these checks will fail.</Trans>
      </Notice>
    </div>
  )
}

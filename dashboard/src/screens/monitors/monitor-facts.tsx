import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { DAY_MS } from '@sitewatch/contract/durations'
import { formatDuration, formatMs, formatUptime } from '../../platform/format.ts'
import { FigureRow, Notice, Time, useNow } from '../../ui/index.ts'
import { MonitorStatus } from '../../parts/monitors/monitor-status.tsx'

/** The whole days left, rounded down; negative after it has expired. */
const countDays = (expires_at: string | null, now: number): number | null =>
  expires_at === null ? null : Math.floor((Date.parse(expires_at) - now) / DAY_MS)

function ExpiryFigure({ days }: { days: number }) {
  return days < 0 ? <Trans>expired</Trans> : <Trans>{days} d left</Trans>
}

export function MonitorFacts({ monitor }: { monitor: Monitor }) {
  const { tls_expires_at, domain_expires_at, last_error } = monitor
  const now = useNow()
  const { t } = useLingui()
  const expiries = [
    { label: t`Certificate`, at: tls_expires_at },
    { label: t`Domain`, at: domain_expires_at },
  ].flatMap(({ label, at }) => {
    const days = countDays(at, now)
    return days === null ? [] : [{ label, value: <ExpiryFigure days={days} />, note: <Time at={at} as="day" /> }]
  })
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
            note: monitor.is_slow ? t`Slow: above ${formatMs(monitor.slow_ms)}` : undefined,
          },
          { label: t`Uptime 24 h`, value: formatUptime(monitor.uptime['24h']) },
          { label: t`Uptime 30 d`, value: formatUptime(monitor.uptime['30d']) },
          { label: t`Check interval`, value: formatDuration(monitor.interval) },
          ...expiries,
        ]}
      />
      <ExpiryNotices monitor={monitor} />
      {last_error !== null && monitor.status !== 'paused' && (
        <p className="mt-4 wrap-anywhere">
          <span className="text-soft">
            <Trans>Last check:</Trans>
          </span>{' '}
          {last_error}
        </p>
      )}
      {monitor.tls_chain !== null && <CertificateDetails monitor={monitor} />}
    </>
  )
}

/** Shown from the first day on which the providers are notified. */
function ExpiryNotices({ monitor }: { monitor: Monitor }) {
  const now = useNow()
  const max_notice_days = Math.max(-Infinity, ...(monitor.expiry_notice_days ?? []))
  const [certificate, domain] = [monitor.tls_expires_at, monitor.domain_expires_at].map((at) => {
    const days = countDays(at, now)
    return days !== null && days < max_notice_days ? days : null
  })
  return (
    <>
      {certificate != null && <CertificateNotice days={certificate} />}
      {domain != null && <DomainNotice days={domain} />}
    </>
  )
}

function CertificateDetails({ monitor: { tls_issuer, tls_names, tls_chain } }: { monitor: Monitor }) {
  return (
    <details className="mt-4">
      <summary className="cursor-pointer">
        <Trans>
          Certificate issued by <span className="wrap-anywhere">{tls_issuer}</span>
        </Trans>
      </summary>
      <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        <dt className="text-soft">
          <Trans>Names</Trans>
        </dt>
        <dd className="figures wrap-anywhere">{(tls_names ?? []).join(', ')}</dd>
        <dt className="text-soft">
          <Trans>Chain</Trans>
        </dt>
        <dd>
          <ol>
            {(tls_chain ?? []).map(({ subject, expires_at }, index) => (
              <li key={index} className="wrap-anywhere">
                <Trans>
                  {subject}, until <Time at={expires_at} as="day" />
                </Trans>
              </li>
            ))}
          </ol>
        </dd>
      </dl>
    </details>
  )
}

function DomainNotice({ days }: { days: number }) {
  return (
    <div className="mt-4">
      <Notice
        kind="warning"
        title={
          days < 0 ? (
            <Trans>The domain registration has expired.</Trans>
          ) : days === 0 ? (
            <Trans>The domain registration expires today.</Trans>
          ) : (
            <Plural
              value={days}
              one="The domain registration expires in # day."
              other="The domain registration expires in # days."
            />
          )
        }
      >
        <Trans>Renew it at your registrar, or the website and its e-mail will stop working.</Trans>
      </Notice>
    </div>
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

import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Monitor, Ping } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { formatDuration, formatMs } from '../../platform/format.ts'
import { CodeBlock, type Column, FigureRow, Loaded, Section, Table, Time } from '../../ui/index.ts'
import { pingsQuery } from '../../data/monitors/queries.ts'

/** A job may run for hours, or for a few milliseconds. */
const formatRun = (ms: number | null): string => (ms === null || ms < 60_000 ? formatMs(ms) : formatDuration(ms / 1000))

/** Retried for half a minute, so that a restart of Sitewatch loses no ping. */
const CURL = 'curl -fsS -o /dev/null --max-time 10 --retry 5 --retry-connrefused'

/** In place of the token, for those who may not change monitors. */
const HIDDEN = '…'

/** The latest pings, when the next one is expected, and how the job sends them. */
export function HeartbeatPings({ monitor }: { monitor: Monitor }) {
  const { t } = useLingui()
  const { ping_url, last_ping_at, next_ping_at, grace_seconds } = monitor
  if (ping_url === null) return null
  return (
    <>
      <Section title={t`Pings`}>
        <FigureRow
          entries={[
            { label: t`Last ping`, value: <Time at={last_ping_at} none={t`None yet`} /> },
            { label: t`Next ping expected`, value: <Time at={next_ping_at} none="–" as="minute" /> },
            { label: t`Grace period`, value: formatDuration(grace_seconds) },
          ]}
        />
        <LatestPings monitor={monitor} />
      </Section>
      <Section title={t`Send pings`}>
        {ping_url.endsWith(HIDDEN) ? (
          <p className="text-soft">
            <Trans>The ping URL is shown only to members who can change monitors.</Trans>
          </p>
        ) : (
          <Instructions monitor={monitor} ping_url={ping_url} />
        )}
      </Section>
    </>
  )
}

function Instructions({ monitor: { cron }, ping_url }: { monitor: Monitor; ping_url: string }) {
  const { t } = useLingui()
  const schedule = cron ?? '*/10 * * * *'
  return (
    <div className="grid gap-4">
      <p>
        <Trans>Call this URL at the end of the job. Anyone with this URL can send pings, so keep it private.</Trans>
      </p>
      <CodeBlock code={ping_url} label={t`Ping URL`} />
      <p>
        <Trans>From a shell:</Trans>
      </p>
      <CodeBlock code={`${CURL} ${ping_url}`} label={t`Command`} />
      <p>
        <Trans>In a crontab, with the exit status and the run time of the job:</Trans>
      </p>
      <CodeBlock
        code={`${schedule} ${CURL} ${ping_url}/start; /usr/local/bin/job; ${CURL} ${ping_url}/$?`}
        label={t`Crontab line`}
      />
    </div>
  )
}

const KINDS = { success: msg`Success`, start: msg`Start`, fail: msg`Failure` }

function LatestPings({ monitor: { id } }: { monitor: Monitor }) {
  const { t } = useLingui()
  const pings = useQuery(pingsQuery(id))
  const columns: Column<Ping>[] = [
    { head: t`Received`, cell: ({ received_at }) => <Time at={received_at} as="moment" /> },
    { head: t`Result`, cell: (ping) => <PingResult ping={ping} /> },
    { head: t`Run ID`, cell: ({ run_id }) => <span className="figures wrap-anywhere">{run_id ?? '–'}</span> },
    { head: t`Run time`, cell: ({ run_ms }) => formatRun(run_ms), figures: true },
  ]
  return (
    <div className="mt-4">
      <Loaded query={pings} rows={3} label={t`Loading pings`}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-soft">
              <Trans>No pings yet. The monitor is up when the first one arrives.</Trans>
            </p>
          ) : (
            <Table caption={t`Latest pings`} columns={columns} rows={data} rowKey={(ping) => ping.id} />
          )
        }
      </Loaded>
    </div>
  )
}

function PingResult({ ping: { kind, exit_status, body } }: { ping: Ping }) {
  const { t } = useLingui()
  return (
    <>
      {exit_status !== null && kind === 'fail' ? t`Failure (exit status ${exit_status})` : t(KINDS[kind])}
      {body !== null && (
        <details>
          <summary className="cursor-pointer text-sm text-soft">
            <Trans>Output</Trans>
          </summary>
          <CodeBlock code={body} label={t`Output`} />
        </details>
      )}
    </>
  )
}

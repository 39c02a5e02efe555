import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Incident } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { ExpectedTraffic } from '../../charts/index.ts'
import { formatCount } from '../../platform/format.ts'
import { Loaded, Section, Time, useNow } from '../../ui/index.ts'
import { expectedTrafficQuery } from '../../data/silent-outages/queries.ts'

const TIMEZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
const BEFORE_HOURS = 24
const AFTER_HOURS = 6
const MAX_HOURS = 300

/** The visits that opened the incident, and a chart of the visits around them with their usual range. */
export function TrafficDrop({ incident }: { incident: Incident }) {
  const { traffic, website_id, started_at, resolved_at } = incident
  const now_ms = useNow(60_000)
  const from_ms = Date.parse(started_at) - BEFORE_HOURS * HOUR_MS
  const end_ms = resolved_at === null ? Infinity : Date.parse(resolved_at) + AFTER_HOURS * HOUR_MS
  // Rounded up to the hour, so that the query key changes only once an hour.
  const to_ms = Math.min(end_ms, Math.ceil(now_ms / HOUR_MS) * HOUR_MS, from_ms + MAX_HOURS * HOUR_MS)
  const span = { from: new Date(from_ms).toISOString(), to: new Date(to_ms).toISOString() }
  const expected = useQuery(expectedTrafficQuery(website_id ?? 0, span))
  return (
    <Section title={t`Traffic`}>
      {traffic && (
        <p className="mb-4">
          <Trans>
            <span className="figures">{formatCount(traffic.visits_seen)}</span> visits came between{' '}
            <Time at={traffic.from} as="moment" /> and <Time at={traffic.to} as="moment" />, instead of about{' '}
            <span className="figures">{formatCount(Math.round(traffic.visits_expected))}</span>. At least{' '}
            <span className="figures">{formatCount(Math.ceil(traffic.visits_low))}</span> would be normal.
          </Trans>
        </p>
      )}
      <Loaded query={expected} rows={5}>
        {({ hours }) => (
          <ExpectedTraffic
            hours={hours}
            timezone={TIMEZONE}
            drop={{ from: Date.parse(started_at), to: resolved_at === null ? now_ms : Date.parse(resolved_at) }}
            formatCount={formatCount}
            label={t`Visits per hour`}
          />
        )}
      </Loaded>
    </Section>
  )
}

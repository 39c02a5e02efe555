import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../platform/format.ts'
import { Loaded, Section, Table, Time } from '../../ui/index.ts'
import { useIsChartLoaded } from './after-picture.ts'
import { dropsQuery } from '../../data/websites/queries.ts'

const DAYS = 30

/** The events that the figures above leave out, and why: it answers "the numbers do not match". */
export function Drops({ id }: { id: number }) {
  const drops = useQuery({ ...dropsQuery(id, DAYS), enabled: useIsChartLoaded() })
  return (
    <Section title={t`Events not counted`}>
      <Loaded query={drops} rows={2} label={t`Loading events not counted`}>
        {({ total, reasons, bots }) =>
          total === 0 ? (
            <p className="text-soft">
              <Trans>All events of the last {DAYS} days were counted.</Trans>
            </p>
          ) : (
            <div className="grid gap-4">
              <p className="text-soft">
                <Trans>
                  <span className="figures">{formatCount(total)}</span>{' '}
                  <Plural value={total} one="event was" other="events were" /> not counted in the last{' '}
                  <span className="figures">{DAYS}</span> days.
                </Trans>
              </p>
              <Table
                caption={t`Events not counted, by reason`}
                columns={[
                  { head: t`Reason`, cell: ({ description }) => description },
                  { head: t`Events`, figures: true, cell: ({ count }) => formatCount(count) },
                  { head: t`Last seen`, cell: ({ last_at }) => <Time at={last_at} /> },
                ]}
                rows={reasons}
                rowKey={({ reason }) => reason}
              />
              {bots.length > 0 && (
                <p className="text-sm wrap-anywhere text-soft">
                  {t`Bots: ${bots.map(({ name, count }) => `${name} (${formatCount(count)})`).join(', ')}`}
                </p>
              )}
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}

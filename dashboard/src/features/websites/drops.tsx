import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../format.ts'
import { Loaded, Section, Table, Time } from '../../ui/index.ts'
import { useIsPictureDrawn } from './after-picture.ts'
import { dropsQuery } from './queries.ts'

const DAYS = 30

/** What was left out of the figures above, and why: otherwise "the numbers do not match" has no answer. */
export function Drops({ id }: { id: number }) {
  const drops = useQuery({ ...dropsQuery(id, DAYS), enabled: useIsPictureDrawn() })
  return (
    <Section title="Events not counted">
      <Loaded query={drops} rows={2} label="Loading events not counted">
        {({ total, reasons, bots }) =>
          total === 0 ? (
            <p className="text-soft">All events of the last {DAYS} days were counted.</p>
          ) : (
            <div className="grid gap-4">
              <p className="text-soft">
                <span className="figures">{formatCount(total)}</span> {total === 1 ? 'event was' : 'events were'} not
                counted in the last <span className="figures">{DAYS}</span> days.
              </p>
              <Table
                caption="Events not counted, by reason"
                columns={[
                  { head: 'Reason', cell: ({ description }) => description },
                  { head: 'Events', figures: true, cell: ({ count }) => formatCount(count) },
                  { head: 'Last seen', cell: ({ last_at }) => <Time at={last_at} /> },
                ]}
                rows={reasons}
                rowKey={({ reason }) => reason}
              />
              {bots.length > 0 && (
                <p className="text-sm wrap-anywhere text-soft">
                  Bots: {bots.map(({ name, count }) => `${name} (${formatCount(count)})`).join(', ')}
                </p>
              )}
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}

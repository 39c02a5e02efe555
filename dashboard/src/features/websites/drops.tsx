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
    <Section title="Not counted">
      <Loaded query={drops} rows={2} label="Loading what was not counted">
        {({ total, reasons, bots }) =>
          total === 0 ? (
            <p className="text-soft">Nothing was filtered in the last {DAYS} days.</p>
          ) : (
            <div className="grid gap-4">
              <p className="text-soft">
                <span className="figures">{formatCount(total)}</span> {total === 1 ? 'event was' : 'events were'} left
                out in the last <span className="figures">{DAYS}</span> days.
              </p>
              <Table
                caption="Events that were not counted, by reason"
                columns={[
                  { head: 'Why', cell: ({ description }) => description },
                  { head: 'Events', figures: true, cell: ({ count }) => formatCount(count) },
                  { head: 'Last', cell: ({ last_at }) => <Time at={last_at} /> },
                ]}
                rows={reasons}
                rowKey={({ reason }) => reason}
              />
              {bots.length > 0 && (
                <p className="text-sm wrap-anywhere text-soft">
                  Robots: {bots.map(({ name, count }) => `${name} (${formatCount(count)})`).join(', ')}
                </p>
              )}
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}

import type { ReportDelivery, Website } from '@sitewatch/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { type Column, Loaded, Pagination, Table, Time } from '../../ui/index.ts'

const KINDS: Record<ReportDelivery['kind'], string> = { weekly: 'Week', monthly: 'Month', notice: 'Notice' }
const OUTCOMES: Record<ReportDelivery['status'], string> = {
  pending: 'Pending',
  sent: 'Sent',
  quiet: 'Skipped',
  skipped: 'Skipped',
  failed: 'Failed',
}

const COLUMNS: Column<ReportDelivery>[] = [
  {
    head: 'Period',
    cell: ({ kind, starts_on, ends_on }) => (
      <>
        {KINDS[kind]}{' '}
        <span className="figures text-sm whitespace-nowrap">
          {starts_on} – {ends_on}
        </span>
      </>
    ),
  },
  { head: 'Recipient', cell: ({ recipient }) => <span className="wrap-anywhere">{recipient}</span> },
  { head: 'Time', cell: ({ sent_at, due_at }) => <Time at={sent_at ?? due_at} as="moment" /> },
  {
    head: 'Status',
    cell: ({ status, reason, possible_repeat }) => (
      <>
        {OUTCOMES[status]}
        {possible_repeat && ', possibly twice'}
        {reason !== null && <span className="block text-sm text-soft wrap-anywhere">{reason}</span>}
      </>
    ),
  },
]

/** Nothing before the first one was due. */
export function ReportSends({ website: { id } }: { website: Website }) {
  const [page, setPage] = useState(1)
  const sends = useQuery({
    queryKey: ['websites', id, 'report-sends', page],
    queryFn: ({ signal }) => api.reports.sends(id, { page, per_page: 10 }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={sends} rows={2} label="Loading delivery log">
      {({ data, meta }) =>
        meta.total > 0 && (
          <div>
            <h2 className="mb-2 font-medium">Delivery log</h2>
            <Table caption="Report delivery log" columns={COLUMNS} rows={data} rowKey={(row) => row.id} />
            <Pagination meta={meta} onPage={setPage} noun="reports" />
          </div>
        )
      }
    </Loaded>
  )
}

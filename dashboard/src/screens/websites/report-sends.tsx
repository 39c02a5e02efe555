import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { ReportDelivery, Website } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Column, Loaded, Pagination, Table, Time } from '../../ui/index.ts'
import { reportSendsQuery } from '../../data/websites/queries.ts'

const KINDS: Record<ReportDelivery['kind'], MessageDescriptor> = {
  weekly: msg`Week`,
  monthly: msg`Month`,
  notice: msg`Notice`,
}
const OUTCOMES: Record<ReportDelivery['status'], MessageDescriptor> = {
  pending: msg`Pending`,
  sent: msg`Sent`,
  quiet: msg`Skipped`,
  skipped: msg`Skipped`,
  failed: msg`Failed`,
}

const listColumns = (): Column<ReportDelivery>[] => [
  {
    head: t`Period`,
    cell: ({ kind, starts_on, ends_on }) => (
      <>
        {t(KINDS[kind])}{' '}
        <span className="figures text-sm whitespace-nowrap">
          {starts_on} – {ends_on}
        </span>
      </>
    ),
  },
  { head: t`Recipient`, cell: ({ recipient }) => <span className="wrap-anywhere">{recipient}</span> },
  { head: t`Time`, cell: ({ sent_at, due_at }) => <Time at={sent_at ?? due_at} as="moment" /> },
  {
    head: t`Status`,
    cell: ({ status, reason, possible_repeat }) => {
      const outcome = t(OUTCOMES[status])
      return (
        <>
          {possible_repeat ? t`${outcome}, possibly twice` : outcome}
          {reason !== null && <span className="block text-sm text-soft wrap-anywhere">{reason}</span>}
        </>
      )
    },
  },
]

/** Renders nothing until the first report was due. */
export function ReportSends({ website: { id } }: { website: Website }) {
  const [page, setPage] = useState(1)
  const sends = useQuery(reportSendsQuery(id, page))
  return (
    <Loaded query={sends} rows={2} label={t`Loading delivery log`}>
      {({ data, meta }) =>
        meta.total > 0 && (
          <div>
            <h2 className="mb-2 font-medium">{t`Delivery log`}</h2>
            <Table caption={t`Report delivery log`} columns={listColumns()} rows={data} rowKey={(row) => row.id} />
            <Pagination meta={meta} onPage={setPage} noun={t`reports`} />
          </div>
        )
      }
    </Loaded>
  )
}

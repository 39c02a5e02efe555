import { plural, t } from '@lingui/core/macro'
import type { StatusPage, StatusSubscriber } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, type Column, ConfirmDialog, Loaded, Pagination, Section, Table, Time, toast } from '../../ui/index.ts'
import { subscribersQuery } from '../../data/status-pages/queries.ts'

const PAGE_SIZE = 25

function describeChoice({ monitor_ids, website_ids }: StatusSubscriber): string {
  if (monitor_ids === null) return t`All`
  return plural(monitor_ids.length + (website_ids?.length ?? 0), { one: '# component', other: '# components' })
}

const listColumns = (remove: (subscriber: StatusSubscriber) => void): readonly Column<StatusSubscriber>[] => [
  { head: t`Recipient`, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { head: t`Channel`, cell: ({ channel }) => (channel === 'email' ? t`E-mail` : t`Webhook`) },
  { head: t`Components`, cell: describeChoice },
  {
    head: t`Status`,
    cell: ({ disabled_at }) => (disabled_at === null ? t`Active` : t`Stopped after repeated failures`),
  },
  { head: t`Confirmed`, cell: ({ confirmed_at }) => <Time at={confirmed_at} /> },
  {
    head: t`Actions`,
    cell: (subscriber) => (
      <Button onClick={() => remove(subscriber)} aria-label={t`Remove ${subscriber.name}`}>
        {t`Remove`}
      </Button>
    ),
  },
]

/** Only for editors: viewers must not see e-mail addresses. */
export function SubscribersSection({ page }: { page: StatusPage }) {
  const client = useQueryClient()
  const [pageNumber, setPageNumber] = useState(1)
  const [removed, setRemoved] = useState<StatusSubscriber>()
  const subscribers = useQuery(subscribersQuery(page.id, { page: pageNumber, pageSize: PAGE_SIZE }))
  return (
    <Section title={t`Subscribers`}>
      <Loaded query={subscribers} rows={3} label={t`Loading subscribers`}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <p className="text-soft">{t`No subscribers yet. Visitors can subscribe at the bottom of the page.`}</p>
          ) : (
            <>
              <Table caption={t`Subscribers`} columns={listColumns(setRemoved)} rows={data} rowKey={({ id }) => id} />
              <Pagination meta={meta} onPage={setPageNumber} noun={t`subscribers`} />
            </>
          )
        }
      </Loaded>
      {removed && (
        <ConfirmDialog
          title={t`Remove ${removed.name}?`}
          action={t`Remove subscriber`}
          onClose={() => setRemoved(undefined)}
          confirm={async () => {
            await api.statusPages.removeSubscriber(page.id, removed.id)
            await client.invalidateQueries({ queryKey: ['status-pages'] })
            toast(t`Subscriber removed`)
          }}
        >
          <p>{t`Messages about this page stop immediately. The recipient is not informed.`}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

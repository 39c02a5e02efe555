import { t } from '@lingui/core/macro'
import type { StatusPage } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass, type Column, Empty, Loaded, PageHeader, Table } from '../../ui/index.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { VISIBILITIES } from './look-and-access.tsx'
import { statusPagesQuery } from '../../data/status-pages/queries.ts'

const listColumns = (): readonly Column<StatusPage>[] => [
  {
    head: t`Name`,
    cell: ({ id, name }) => (
      <Link to="/status-pages/$pageId" params={{ pageId: String(id) }} className="link wrap-anywhere">
        {name}
      </Link>
    ),
  },
  {
    head: t`URL`,
    cell: ({ url }) => (
      <a href={url} className="link figures text-sm wrap-anywhere">
        {url}
      </a>
    ),
  },
  { head: t`Visibility`, cell: ({ visibility }) => t(VISIBILITIES[visibility]) },
  { head: t`Components`, figures: true, cell: ({ monitors, website_ids }) => monitors.length + website_ids.length },
  { head: t`Subscribers`, figures: true, cell: ({ subscriber_count }) => subscriber_count },
]

export function StatusPagesScreen() {
  const pages = useQuery(statusPagesQuery)
  return (
    <>
      <PageHeader
        title={t`Status pages`}
        actions={
          <ForEditors>
            <Link to="/status-pages/new" className={buttonClass('primary')}>
              {t`Create status page`}
            </Link>
          </ForEditors>
        }
      >
        {t`Show visitors and customers what is up and what is not.`}
      </PageHeader>
      <Loaded query={pages} rows={3} label={t`Loading status pages`}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t`No status pages yet.`}>
              <p className="text-soft">
                {t`Create one so that people can see the status of your services without asking you.`}
              </p>
            </Empty>
          ) : (
            <Table caption={t`Status pages`} columns={listColumns()} rows={data} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
    </>
  )
}

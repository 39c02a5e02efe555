import type { StatusPage } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { buttonClass, type Column, Empty, Loaded, PageHeader, Table } from '../../ui/index.ts'

const COLUMNS: readonly Column<StatusPage>[] = [
  {
    head: 'Name',
    cell: ({ id, name }) => (
      <Link to="/status-pages/$pageId" params={{ pageId: String(id) }} className="link wrap-anywhere">
        {name}
      </Link>
    ),
  },
  {
    head: 'URL',
    cell: ({ url, is_public }) =>
      is_public ? (
        <a href={url} className="link figures text-sm wrap-anywhere">
          {url}
        </a>
      ) : (
        <span className="text-soft">Not public</span>
      ),
  },
  { head: 'Components', figures: true, cell: ({ monitors, website_ids }) => monitors.length + website_ids.length },
  { head: 'Subscribers', figures: true, cell: ({ subscriber_count }) => subscriber_count },
]

export function StatusPagesScreen() {
  const pages = useQuery({
    queryKey: ['status-pages', 'list'],
    queryFn: ({ signal }) => api.statusPages.list({ pageSize: 100 }, { signal }),
  })
  return (
    <>
      <PageHeader
        title="Status pages"
        actions={
          <Link to="/status-pages/new" className={buttonClass('primary')}>
            New status page
          </Link>
        }
      >
        Show visitors and customers what is up and what is not.
      </PageHeader>
      <Loaded query={pages} rows={3} label="Loading status pages">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No status pages yet.">
              <p className="text-soft">
                Create one so that people can see the status of your services without asking you.
              </p>
            </Empty>
          ) : (
            <Table caption="Status pages" columns={COLUMNS} rows={data} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
    </>
  )
}

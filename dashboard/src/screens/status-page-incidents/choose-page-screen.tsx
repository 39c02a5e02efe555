import { t } from '@lingui/core/macro'
import type { StatusPage } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { buttonClass, Empty, Loaded, PageHeader } from '../../ui/index.ts'
import { statusPagesQuery } from '../../data/status-pages/queries.ts'

const route = getRouteApi('/app/status-pages/post')
const NEW_PATH = '/status-pages/$pageId/incidents/$pageIncidentId'
const paramsOf = ({ id }: StatusPage) => ({ pageId: String(id), pageIncidentId: 'new' })

/** Chooses the status page on which to post about the incident of a monitor. Skipped if there is only one page. */
export function ChoosePageScreen() {
  const { incident } = route.useSearch()
  const pages = useQuery(statusPagesQuery)
  return (
    <>
      <PageHeader title={t`Post to status page`}>{t`Choose a status page.`}</PageHeader>
      <Loaded query={pages} rows={3} label={t`Loading status pages`}>
        {({ data }) => {
          const [first, ...rest] = data
          if (!first) return <NoPages />
          if (rest.length === 0)
            return <Navigate replace to={NEW_PATH} params={paramsOf(first)} search={{ incident }} />
          return (
            <ul className="grid gap-3">
              {data.map((page) => (
                <li key={page.id}>
                  <Link to={NEW_PATH} params={paramsOf(page)} search={{ incident }} className="link wrap-anywhere">
                    {page.name}
                  </Link>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </>
  )
}

function NoPages() {
  return (
    <Empty title={t`No status pages yet.`}>
      <Link to="/status-pages/new" className={buttonClass('primary')}>
        {t`Create status page`}
      </Link>
    </Empty>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, Empty, Loaded, PageHeader, Pagination } from '../../ui/index.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { ObjectiveDialog } from './objective-parts.ts'
import { ObjectiveTable } from './objective-table.tsx'
import { objectivesQuery } from '../../data/objectives/queries.ts'

const route = getRouteApi('/app/objectives')

export function ObjectivesScreen() {
  const { monitor_id, website_id } = route.useSearch()
  const subject = { monitor_id, website_id }
  const navigate = route.useNavigate()
  const [page, setPage] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const objectives = useQuery(objectivesQuery({ ...subject, page }))
  const isFiltered = monitor_id !== undefined || website_id !== undefined
  const add = (
    <ForEditors>
      <Button kind="primary" onClick={() => setAdding(true)}>{t`Add objective`}</Button>
    </ForEditors>
  )
  return (
    <>
      <PageHeader title={t`Objectives`} actions={objectives.data?.meta.total === 0 ? undefined : add}>
        <Trans>
          Service level objectives (SLOs): an uptime target for a monitor or a website, and the error budget that is
          left.
        </Trans>
        {isFiltered && (
          <Link to="/objectives" className="link block w-fit">
            {t`Show all objectives`}
          </Link>
        )}
      </PageHeader>
      <Loaded query={objectives} rows={6} label={t`Loading objectives`}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <Empty title={t`No objectives yet.`}>
              <p className="mb-3 text-soft">{t`An objective shows the error budget that is left, and alerts you when it burns too fast.`}</p>
              {add}
            </Empty>
          ) : (
            <>
              <ObjectiveTable objectives={data} />
              <Pagination meta={meta} noun={t`objectives`} onPage={setPage} />
            </>
          )
        }
      </Loaded>
      {isAdding && (
        <ObjectiveDialog
          subject={subject}
          onClose={() => setAdding(false)}
          onAdded={(id) => void navigate({ to: '/objectives/$objectiveId', params: { objectiveId: String(id) } })}
        />
      )}
    </>
  )
}

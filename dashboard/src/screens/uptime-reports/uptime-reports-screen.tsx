import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass, Dialog, Empty, Loaded, PageHeader } from '../../ui/index.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { MonthlyReports } from './monthly-reports.tsx'
import { currentMonth } from '../../platform/months.ts'
import { csvUrl, figuresQuery, type FigureQuery, scopesQuery } from '../../data/uptime-reports/queries.ts'
import { ReportControls } from './report-controls.tsx'
import { ReportFigures } from './report-figures.tsx'
import { ReportForm } from './report-form.tsx'
import { listScopes, readScope, writeScope } from './scopes.ts'
import type { ReportSearch } from './search.ts'

const route = getRouteApi('/app/uptime-reports')

const DEFAULT_TARGET = 99.9

export function UptimeReportsScreen() {
  const scopes = useQuery(scopesQuery)
  return (
    <>
      <PageHeader title={t`Uptime reports`}>
        <Trans>Uptime against a target, for a monitor, a tag or a status page. Maintenance does not count.</Trans>
      </PageHeader>
      <Loaded query={scopes} rows={6} label={t`Loading monitors`}>
        {(loaded) => {
          const choices = listScopes(loaded)
          return choices.length === 0 ? (
            <Empty title={t`No monitors yet.`}>
              <p className="mb-3 text-soft">{t`A report shows how often your monitors were up.`}</p>
              <ForEditors>
                <Link to="/monitors/new" className={buttonClass('primary')}>
                  {t`Add monitor`}
                </Link>
              </ForEditors>
            </Empty>
          ) : (
            <Report choices={choices} unlisted={loaded.monitor_count - loaded.monitors.length} />
          )
        }}
      </Loaded>
      <MonthlyReports />
    </>
  )
}

/** Fills in what the URL leaves out: the first choice, this month, the browser's time zone, and the default target. */
function completeQuery(search: ReportSearch, first: string): FigureQuery {
  const timezone = search.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    ...readScope(writeScope(search) || first),
    month: search.month ?? currentMonth(Date.now(), timezone),
    timezone,
    target: search.target ?? DEFAULT_TARGET,
  }
}

interface ReportProps {
  choices: ReturnType<typeof listScopes>
  /** Number of monitors that are not among the choices. */
  unlisted: number
}

function Report({ choices, unlisted }: ReportProps) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isOpen, setOpen] = useState(false)
  const query = completeQuery(search, choices[0]?.value ?? '')
  const figures = useQuery(figuresQuery(query))
  return (
    <>
      <ReportControls
        query={query}
        choices={choices}
        unlisted={unlisted}
        name={figures.data?.name}
        onChange={(next) => void navigate({ to: '.', search: next, replace: true })}
      />
      <div className="mb-6 flex flex-wrap gap-2">
        <a href={csvUrl(query, 'monitors')} download className={buttonClass()}>
          {t`Download CSV`}
        </a>
        <a href={csvUrl(query, 'incidents')} download className={buttonClass()}>
          {t`Download incidents (CSV)`}
        </a>
        <ForEditors>
          <Button onClick={() => setOpen(true)}>{t`Send monthly by e-mail`}</Button>
        </ForEditors>
      </div>
      <Loaded query={figures} rows={8} label={t`Loading report`}>
        {(data) => <ReportFigures figures={data} />}
      </Loaded>
      {isOpen && (
        <Dialog title={t`Send monthly by e-mail`} onClose={() => setOpen(false)}>
          <ReportForm
            stored={undefined}
            initial={{ ...query, name: figures.data?.name ?? '' }}
            choices={choices}
            onClose={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  )
}

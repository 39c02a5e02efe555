import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Objective } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { BudgetPicture } from '../../charts/budget-picture.tsx'
import { formatUptime } from '../../platform/format.ts'
import { Button, ConfirmDialog, FigureRow, Loaded, PageHeader, Section, Status, Time, toast } from '../../ui/index.ts'
import { HistoryLink } from '../../parts/audit-log/history-link.tsx'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { ExperiencedUptime } from './experienced-uptime.tsx'
import { ObjectiveDialog } from './objective-parts.ts'
import {
  describeAlert,
  describeGoal,
  describeLeft,
  formatRate,
  formatSpent,
  STATUS_MARKS,
  STATUS_NAMES,
} from '../../parts/objectives/objective-words.ts'
import { historyQuery, objectiveQuery } from '../../data/objectives/queries.ts'

const route = getRouteApi('/app/objectives/$objectiveId')

export function ObjectiveScreen() {
  const id = Number(route.useParams().objectiveId)
  const objective = useQuery(objectiveQuery(id))
  return (
    <Loaded query={objective} rows={8} label={t`Loading objective`}>
      {(data) => (
        <>
          <Head objective={data} />
          <Chart objective={data} />
          <Figures objective={data} />
          <ExperiencedUptime objective={data} />
          <p className="mt-6 text-sm text-soft">
            <Trans>
              At a burn rate of 1×, the budget lasts exactly until the end of the window. The providers of the monitor
              (for a website: of all its monitors) get one alert when it burns too fast.
            </Trans>
          </p>
        </>
      )}
    </Loaded>
  )
}

function Head({ objective }: { objective: Objective }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  return (
    <>
      <PageHeader
        title={objective.name}
        actions={
          <ForEditors>
            <Button onClick={() => setOpen('edit')}>{t`Edit`}</Button>
            <Button onClick={() => setOpen('delete')}>{t`Delete`}</Button>
          </ForEditors>
        }
      >
        {describeGoal(objective)}
        <SubjectLink objective={objective} />
        <HistoryLink type="objective" id={objective.id} />
      </PageHeader>
      {open === 'edit' && <ObjectiveDialog stored={objective} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && <DeleteObjective objective={objective} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function SubjectLink({ objective: { monitor_id, website_id } }: { objective: Objective }) {
  if (monitor_id !== null)
    return (
      <Link to="/monitors/$monitorId" params={{ monitorId: String(monitor_id) }} className="link block w-fit">
        {t`Open monitor`}
      </Link>
    )
  return (
    <Link to="/websites/$websiteId" params={{ websiteId: String(website_id) }} className="link block w-fit">
      {t`Open website`}
    </Link>
  )
}

function DeleteObjective({ objective, onClose }: { objective: Objective; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = route.useNavigate()
  return (
    <ConfirmDialog
      title={t`Delete ${objective.name}?`}
      action={t`Delete objective`}
      onClose={onClose}
      confirm={async () => {
        await api.objectives.remove(objective.id)
        toast(t`Objective deleted`)
        // Leave this screen first: otherwise its queries would refetch the deleted objective.
        await navigate({ to: '/objectives' })
        await client.invalidateQueries({ queryKey: ['objective'] })
      }}
    >
      <p>{t`Its burn alerts are no longer sent. Incidents and uptime are kept.`}</p>
    </ConfirmDialog>
  )
}

function Chart({ objective: { id, measure } }: { objective: Objective }) {
  const history = useQuery(historyQuery(id))
  return (
    <Loaded query={history} rows={6} label={t`Loading chart`}>
      {({ days, alerts }) => (
        <BudgetPicture
          days={days.map((day) => ({ ...day, failed: formatSpent(measure, day.failed) }))}
          alerts={alerts.map((alert) => ({
            at: alert.happened_at,
            isFast: alert.burn === 'fast',
            text: describeAlert(alert),
          }))}
        />
      )}
    </Loaded>
  )
}

function Figures({ objective }: { objective: Objective }) {
  const { status, current_percent, burn_rate_fast, burn_rate_slow, burning_fast_since, burning_slow_since } = objective
  const since = burning_fast_since ?? burning_slow_since
  return (
    <Section title={t`Now`}>
      <FigureRow
        entries={[
          { label: t`Status`, value: <Status name={STATUS_MARKS[status]}>{t(STATUS_NAMES[status])}</Status> },
          { label: t`Actual`, value: formatUptime(current_percent) },
          {
            label: t`Error budget`,
            value: objective.budget_left_percent === null ? '–' : `${Math.round(objective.budget_left_percent)}\u00a0%`,
            note: describeLeft(objective),
          },
          { label: t`Fast burn rate`, value: formatRate(burn_rate_fast) },
          { label: t`Slow burn rate`, value: formatRate(burn_rate_slow) },
          ...(since === null ? [] : [{ label: t`Last burn alert`, value: <Time at={since} as="minute" /> }]),
        ]}
      />
    </Section>
  )
}

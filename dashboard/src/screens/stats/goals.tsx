import { t } from '@lingui/core/macro'
import type { Goal, StatsRow } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { formatCount, formatPercent } from '../../platform/format.ts'
import {
  Button,
  type Column,
  ConfirmDialog,
  Dialog,
  Field,
  Form,
  Loaded,
  Menu,
  Section,
  Select,
  Submit,
  Table,
  toast,
} from '../../ui/index.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { useIsChartLoaded } from './after-picture.ts'
import { toggleValue } from './filter-changes.ts'
import { breakdownQuery } from '../../data/stats/queries.ts'
import { goalsQuery } from '../../data/goals/queries.ts'
import { useRevenue, writeRevenue } from './revenue-query.ts'
import { useView } from './use-view.ts'

type DialogState = { kind: 'new' } | { kind: 'change' | 'delete'; goal: Goal }

export function Goals() {
  const { id, statsQuery, terms, setTerms } = useView()
  const isChartLoaded = useIsChartLoaded()
  const currency = useRevenue()?.now.currency
  const goals = useQuery(goalsQuery(id))
  const goalStats = useQuery({
    ...breakdownQuery(id, {
      ...statsQuery,
      dimension: 'goal',
      include: currency === undefined ? undefined : 'revenue',
      per_page: 100,
    }),
    enabled: isChartLoaded && (goals.data?.data.length ?? 0) > 0,
  })
  const [opened, setOpened] = useState<DialogState>()
  const close = (): void => setOpened(undefined)
  const rows = new Map(goalStats.data?.data.map((row) => [row.value, row]))
  return (
    <Section
      title={t`Goals`}
      actions={
        <ForEditors>
          <Button onClick={() => setOpened({ kind: 'new' })}>{t`Add goal`}</Button>
        </ForEditors>
      }
    >
      <Loaded query={goals} rows={2} label={t`Loading goals`}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-soft">
              {t`A goal is a page view or an event that matters to you, such as a sign-up. It is counted for past visits, too.`}
            </p>
          ) : (
            <Table
              caption={t`Goals`}
              columns={listColumns(rows, currency, {
                filter: (goal) => setTerms(toggleValue(terms, 'goal', String(goal.id))),
                open: setOpened,
              })}
              rows={data}
              rowKey={(goal) => goal.id}
            />
          )
        }
      </Loaded>
      {opened?.kind === 'delete' && <DeleteGoal goal={opened.goal} onClose={close} />}
      {(opened?.kind === 'new' || opened?.kind === 'change') && (
        <GoalForm website_id={id} goal={opened.kind === 'change' ? opened.goal : undefined} onClose={close} />
      )}
    </Section>
  )
}

/** A dash until the figures have loaded, which is after the list: 0 would be wrong. */
const formatVisitors = (row: StatsRow | undefined): string => (row ? formatCount(row.visitors) : '–')

interface Actions {
  filter: (goal: Goal) => void
  open: (dialog: DialogState) => void
}

const listColumns = (
  rows: ReadonlyMap<string, StatsRow>,
  currency: string | undefined,
  { filter, open }: Actions,
): readonly Column<Goal>[] => [
  {
    head: t`Goal`,
    cell: (goal) => (
      <button type="button" className="link text-start wrap-anywhere" onClick={() => filter(goal)}>
        {goal.name}
      </button>
    ),
  },
  {
    head: t`Type`,
    cell: ({ kind, value }) => (
      <span className="wrap-anywhere">
        <span className="text-soft">{kind === 'page' ? t`Page` : t`Event`}</span> <code>{value}</code>
      </span>
    ),
  },
  { head: t`Visitors`, figures: true, cell: ({ id }) => formatVisitors(rows.get(String(id))) },
  {
    head: t`Conversion rate`,
    figures: true,
    cell: ({ id }) => formatPercent(rows.get(String(id))?.visitor_percent ?? null),
  },
  ...(currency === undefined
    ? []
    : [
        {
          head: t`Revenue`,
          figures: true,
          cell: ({ id }: Goal) => writeRevenue(rows.get(String(id))?.revenue, currency),
        },
      ]),
  {
    head: '',
    align: 'end',
    cell: (goal) => (
      <ForEditors>
        <div className="-my-2 flex justify-end">
          <Menu
            label="…"
            name={t`Actions for ${goal.name}`}
            items={[
              { label: t`Edit`, run: () => open({ kind: 'change', goal }) },
              { label: t`Delete`, run: () => open({ kind: 'delete', goal }) },
            ]}
          />
        </div>
      </ForEditors>
    ),
  },
]

function GoalForm({ website_id, goal, onClose }: { website_id: number; goal: Goal | undefined; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <Dialog title={goal ? t`Edit ${goal.name}` : t`New goal`} onClose={onClose}>
      <Form
        submit={async (values) => {
          const kind = values.text('kind') === 'event' ? 'event' : 'page'
          const input = { name: values.text('name'), kind, value: values.text('value') } as const
          await (goal ? api.goals.update(goal.id, input) : api.goals.create(website_id, input))
          void client.invalidateQueries({ queryKey: ['stats', website_id] })
          await client.invalidateQueries({ queryKey: ['goals'] })
          toast(goal ? t`Goal saved` : t`Goal added`)
          onClose()
        }}
      >
        <Field name="name" label={t`Name`} defaultValue={goal?.name} placeholder={t`Signed up`} />
        <Select
          name="kind"
          label={t`Type`}
          defaultValue={goal?.kind ?? 'page'}
          choices={[
            { value: 'page', label: t`Page view` },
            { value: 'event', label: t`Custom event` },
          ]}
        />
        <Field
          name="value"
          label={t`Path or event`}
          hint={t`For example /thanks* (* matches any characters) or signup.`}
          defaultValue={goal?.value}
          figures
        />
        <div>
          <Submit>{goal ? t`Save` : t`Add goal`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

function DeleteGoal({ goal, onClose }: { goal: Goal; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={t`Delete ${goal.name}?`}
      action={t`Delete goal`}
      onClose={onClose}
      confirm={async () => {
        await api.goals.remove(goal.id)
        void client.invalidateQueries({ queryKey: ['stats', goal.website_id] })
        await client.invalidateQueries({ queryKey: ['goals'] })
        toast(t`Goal deleted`)
      }}
    >
      <p>{t`Links that filter by this goal stop working. Visits are kept: if you add the goal again, they count again.`}</p>
    </ConfirmDialog>
  )
}

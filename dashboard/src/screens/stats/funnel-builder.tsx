import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Goal } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Funnel } from '../../charts/index.ts'
import { Button, Field, Form, Loaded, Section, Select, Submit } from '../../ui/index.ts'
import { useIsChartLoaded } from './after-picture.ts'
import { MAX_STEPS, parseSteps, readStep, type StepKind, writeSteps } from './funnel-steps.ts'
import { breakdownQuery, funnelQuery } from '../../data/stats/queries.ts'
import { goalsQuery } from '../../data/goals/queries.ts'
import { useView } from './use-view.ts'

const KIND_NAMES: Record<StepKind, MessageDescriptor> = { page: msg`Page`, event: msg`Event`, goal: msg`Goal` }

/** How many visits take the steps in order. The steps are in the URL, so that a funnel can be shared as a link. */
export function FunnelBuilder() {
  const { id, search, change } = useView()
  const steps = parseSteps(search.funnel)
  const goals = useQuery(goalsQuery(id))
  const nameStep = (step: string): string => describeStep(step, goals.data?.data ?? [])
  const setSteps = (next: readonly string[]): void => change({ funnel: writeSteps(next) })
  return (
    <Section
      title={t`Funnel`}
      actions={
        steps.length > 0 && (
          <Button kind="quiet" onClick={() => setSteps([])}>
            {t`Clear funnel`}
          </Button>
        )
      }
    >
      <div className="grid gap-x-12 gap-y-6 md:grid-cols-2">
        <div className="grid content-start gap-4">
          {steps.length > 0 && (
            <ol aria-label={t`Steps`} className="grid border-y border-line">
              {steps.map((step, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a step may occur twice: its position identifies it
                <li key={index} className="flex items-center gap-3 border-b border-line py-1 last:border-0">
                  <span className="figures text-soft">{index + 1}</span>
                  <span className="min-w-0 flex-1 wrap-anywhere">{nameStep(step)}</span>
                  <button
                    type="button"
                    aria-label={t`Remove step ${index + 1}`}
                    className="figures px-3 py-1 text-soft hover:text-ink"
                    onClick={() => setSteps(steps.filter((_, at) => at !== index))}
                  >
                    ×
                  </button>
                </li>
              ))}
            </ol>
          )}
          {steps.length < MAX_STEPS && (
            <AddStep key={steps.length} goals={goals.data?.data ?? []} onAdd={(step) => setSteps([...steps, step])} />
          )}
        </div>
        {steps.length < 2 ? (
          <p className="text-soft">{t`Add at least two steps to see how many visits continue from one to the next.`}</p>
        ) : (
          <Result steps={steps} nameStep={nameStep} />
        )}
      </div>
    </Section>
  )
}

function describeStep(step: string, goals: readonly Goal[]): string {
  const { kind, value } = readStep(step)
  if (kind === 'goal') return goals.find((goal) => String(goal.id) === value)?.name ?? t`Goal ${value}`
  return kind === 'event' ? t`Event ${value}` : value
}

function Result({ steps, nameStep }: { steps: readonly string[]; nameStep: (step: string) => string }) {
  const { id, statsQuery } = useView()
  const funnel = useQuery({ ...funnelQuery(id, statsQuery, JSON.stringify(steps)), enabled: useIsChartLoaded() })
  return (
    <Loaded query={funnel} rows={4} label={t`Loading the funnel`}>
      {(data) => <Funnel steps={data.steps.map((each) => ({ ...each, step: nameStep(each.step) }))} />}
    </Loaded>
  )
}

function AddStep({ goals, onAdd }: { goals: readonly Goal[]; onAdd: (step: string) => void }) {
  const { id, statsQuery } = useView()
  const listId = useId()
  const [kind, setKind] = useState<StepKind>('page')
  const isChartLoaded = useIsChartLoaded()
  const suggestions = useQuery({
    ...breakdownQuery(id, { ...statsQuery, dimension: kind === 'event' ? 'event' : 'page', per_page: 50 }),
    enabled: isChartLoaded && kind !== 'goal',
  })
  const kinds = (['page', 'event', 'goal'] as const).filter((each) => each !== 'goal' || goals.length > 0)
  return (
    <Form
      label={t`Add step`}
      className="flex flex-wrap items-end gap-3"
      submit={async (values) => {
        const value = values.optionalText('value')
        if (value !== undefined) onAdd(`${kind}:${value}`)
        await Promise.resolve()
      }}
    >
      <Select
        name="kind"
        label={t`Step type`}
        value={kind}
        onChange={({ target }) => setKind(kinds.find((each) => each === target.value) ?? 'page')}
        choices={kinds.map((value) => ({ value, label: t(KIND_NAMES[value]) }))}
      />
      <div className="min-w-40 flex-1">
        {kind === 'goal' ? (
          <Select
            name="value"
            label={t`Goal`}
            choices={goals.map((goal) => ({ value: String(goal.id), label: goal.name }))}
          />
        ) : (
          <Field
            name="value"
            label={kind === 'page' ? t`Path` : t`Event name`}
            list={listId}
            placeholder={kind === 'page' ? t`/pricing*` : t`signup`}
            figures
          />
        )}
        <datalist id={listId}>
          {suggestions.data?.data.map(({ value }) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </datalist>
      </div>
      <Submit kind="plain">{t`Add step`}</Submit>
    </Form>
  )
}

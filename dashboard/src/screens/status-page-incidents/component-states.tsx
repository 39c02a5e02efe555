import { t } from '@lingui/core/macro'
import type { StatusPage, StatusPageUpdate } from '@sitewatch/sdk'
import { type FormValues, Select, Skeleton, useHeldForm } from '../../ui/index.ts'
import { type PageComponent, usePageComponents } from '../../data/status-page-incidents/queries.ts'
import { type State, stateChoices } from './words.ts'

export interface AffectedComponent {
  monitor_id: number | null
  website_id: number | null
  state: State
}

const keyOf = ({ monitor_id, website_id }: Pick<AffectedComponent, 'monitor_id' | 'website_id'>): string =>
  monitor_id === null ? `w${website_id}` : `m${monitor_id}`

/** The components with a state, in the order of the page. */
export function readAffected(values: FormValues): AffectedComponent[] {
  return values.all('component').flatMap((key) => {
    const state = values.optionalText(`state-${key}`) as State | undefined
    const id = Number(key.slice(1))
    const isMonitor = key.startsWith('m')
    return state ? [{ monitor_id: isMonitor ? id : null, website_id: isMonitor ? null : id, state }] : []
  })
}

interface ComponentStatesProps {
  page: StatusPage
  stored: readonly Pick<StatusPageUpdate['components'][number], 'monitor_id' | 'website_id' | 'state'>[]
}

/** A field for the state of each component of the page. */
export function ComponentStates({ page, stored }: ComponentStatesProps) {
  const components = usePageComponents(page)
  useHeldForm(components === undefined)
  if (components === undefined) return <Skeleton rows={2} label={t`Loading components`} />
  if (components.length === 0) return null
  const states = new Map(stored.map((each) => [keyOf(each), each.state]))
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-sm font-medium">{t`Affected components`}</legend>
      {components.map((component) => (
        <ComponentState key={component.key} component={component} state={states.get(component.key)} />
      ))}
    </fieldset>
  )
}

function ComponentState({ component: { key, name }, state }: { component: PageComponent; state: State | undefined }) {
  return (
    <div className="grid gap-1">
      <input type="hidden" name="component" value={key} />
      <Select
        name={`state-${key}`}
        label={<span className="font-normal wrap-anywhere">{name}</span>}
        defaultValue={state ?? ''}
        choices={[{ value: '', label: t`Not affected` }, ...stateChoices()]}
      />
    </div>
  )
}

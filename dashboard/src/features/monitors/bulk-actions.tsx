import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type MonitorsBulkInput, type MonitorsListQuery, paginate } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button, Checkbox, ConfirmDialog, Dialog, Field, Form, Submit, toast } from '../../ui/index.ts'
import { readTags } from '../tags/tags-field.tsx'
import { ProviderChoices } from './provider-choices.tsx'
import { providersQuery } from './queries.ts'

/** As many as one call takes. */
const MAX_SELECTED = 1000

export type Selection = ReadonlySet<number>

interface BulkActionsProps {
  /** On this page of the list. */
  shown: readonly number[]
  /** How many match the filters, and the filters. */
  total: number
  filters: MonitorsListQuery
  selected: Selection
  onSelect: (selected: Selection) => void
}

/** Above the list: the selection, and what can be done with it. */
export function BulkActions(props: BulkActionsProps) {
  const { shown, selected, onSelect } = props
  const { t } = useLingui()
  const isAllShown = shown.every((id) => selected.has(id))
  return (
    <div
      role="toolbar"
      aria-label={t`Selected monitors`}
      className="mb-2 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2"
    >
      <Checkbox
        label={t`Select all on this page`}
        checked={isAllShown}
        onChange={({ currentTarget: { checked } }) => {
          const others = [...selected].filter((id) => !shown.includes(id))
          onSelect(new Set(checked ? [...others, ...shown] : others))
        }}
      />
      {selected.size > 0 && (
        <>
          <span role="status" className="figures text-sm">
            <Plural value={selected.size} one="# selected" other="# selected" />
          </span>
          {isAllShown && <SelectAll {...props} />}
          <Actions selected={selected} onSelect={onSelect} />
          <Button kind="quiet" onClick={() => onSelect(new Set())}>
            <Trans>Clear selection</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

/** Beyond this page, when there is more. */
function SelectAll({ total, filters, selected, onSelect }: BulkActionsProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const count = Math.min(total, MAX_SELECTED)
  if (selected.size >= count) return null
  async function selectAll(): Promise<void> {
    setBusy(true)
    const ids = new Set<number>()
    const list = (query: MonitorsListQuery = {}) => api.monitors.list(query)
    try {
      for await (const { id } of paginate(list, { ...filters, pageSize: 100 })) {
        if (ids.add(id).size === MAX_SELECTED) break
      }
      onSelect(ids)
    } catch {
      toast(t`The monitors could not be loaded. Try again.`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="quiet" busy={busy} onClick={() => void selectAll()}>
      <Trans>Select all {count} matching</Trans>
    </Button>
  )
}

type Asked = 'pause' | 'resume' | 'tag' | 'assign' | 'delete'

const ACTIONS: readonly (readonly [Asked, MessageDescriptor])[] = [
  ['pause', msg`Pause`],
  ['resume', msg`Resume`],
  ['tag', msg`Edit tags`],
  ['assign', msg`Assign providers`],
  ['delete', msg`Delete`],
]

function Actions({ selected, onSelect }: Pick<BulkActionsProps, 'selected' | 'onSelect'>) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  async function run(action: Asked, more: object = {}): Promise<void> {
    const input = { action, ids: [...selected], ...more } as MonitorsBulkInput
    const { changed_count: count } = await api.monitors.bulk(input)
    const keys = ['monitors', 'overview', 'tags']
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
    toast(t`${plural(count, { one: '# monitor changed', other: '# monitors changed' })}`)
    onSelect(new Set())
  }
  return (
    <>
      {ACTIONS.map(([action, label]) => (
        <Button key={action} onClick={() => setAsked(action)}>
          {t(label)}
        </Button>
      ))}
      {asked !== undefined && (
        <Asking asked={asked} count={selected.size} run={run} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

interface AskingProps {
  count: number
  run: (action: Asked, more?: object) => Promise<void>
  onClose: () => void
}

function Asking({ asked, ...rest }: AskingProps & { asked: Asked }) {
  if (asked === 'tag') return <EditTags {...rest} />
  if (asked === 'assign') return <AssignProviders {...rest} />
  return <Confirm action={asked} {...rest} />
}

const CONFIRMED = {
  pause: [msg`Pause the selected monitors?`, msg`Pause monitors`],
  resume: [msg`Resume the selected monitors?`, msg`Resume monitors`],
  delete: [msg`Delete the selected monitors?`, msg`Delete monitors`],
} as const

function Confirm({ action, count, run, onClose }: AskingProps & { action: keyof typeof CONFIRMED }) {
  const { t } = useLingui()
  const [title, label] = CONFIRMED[action]
  return (
    <ConfirmDialog title={t(title)} action={t(label)} confirm={() => run(action)} onClose={onClose}>
      <p>
        <Plural value={count} one="# monitor is selected." other="# monitors are selected." />{' '}
        {action === 'resume' ? (
          <Trans>The first check runs within five seconds.</Trans>
        ) : (
          <Trans>Checks stop, and an open incident is closed without an alert. Past incidents are kept.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}

function EditTags({ count, run, onClose }: AskingProps) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Edit tags of ${plural(count, { one: '# monitor', other: '# monitors' })}`} onClose={onClose}>
      <Form
        label={t`Edit tags`}
        submit={(values) =>
          run('tag', { add_tags: readTags(values, 'add_tags'), remove_tags: readTags(values, 'remove_tags') })
        }
      >
        <Field
          name="add_tags"
          label={t`Tags to add`}
          hint={t`Separate with commas, for example production, eu.`}
          optional
        />
        <Field name="remove_tags" label={t`Tags to remove`} optional />
        <Submit>{t`Save changes`}</Submit>
      </Form>
    </Dialog>
  )
}

function AssignProviders({ count, run, onClose }: AskingProps) {
  const { t } = useLingui()
  const providers = useQuery(providersQuery)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  return (
    <Dialog
      title={t`Assign providers to ${plural(count, { one: '# monitor', other: '# monitors' })}`}
      onClose={onClose}
    >
      <Form label={t`Assign providers`} submit={() => run('assign', { provider_ids: [...chosen] })}>
        <ProviderChoices providers={providers.data ?? []} chosen={chosen} onChange={setChosen} />
        <Submit>{t`Assign providers`}</Submit>
      </Form>
    </Dialog>
  )
}

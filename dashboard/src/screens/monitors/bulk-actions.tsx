import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type MonitorsBulkInput, type MonitorsListQuery, paginate } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, Checkbox, toast } from '../../ui/index.ts'
import type { BulkAction } from './bulk-dialogs.tsx'
import { BulkDialog } from './bulk-dialogs.tsx'

/** The most ids that one API call accepts. */
const MAX_SELECTED = 1000

export type Selection = ReadonlySet<number>

interface BulkActionsProps {
  /** The ids on this page of the list. */
  shown: readonly number[]
  /** Number of monitors that match the filters, on all pages. */
  total: number
  filters: MonitorsListQuery
  selected: Selection
  onSelect: (selected: Selection) => void
}

/** Above the list: the selection and the actions for it. */
export function BulkActions(props: BulkActionsProps) {
  const { shown, selected, onSelect } = props
  const { t } = useLingui()
  const isAllShown = shown.length > 0 && shown.every((id) => selected.has(id))
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
          const onOtherPages = [...selected].filter((id) => !shown.includes(id))
          onSelect(new Set(checked ? [...onOtherPages, ...shown] : onOtherPages))
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

/** Selects the matching monitors of all pages, if there are more than selected. */
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

const ACTIONS: readonly (readonly [BulkAction, MessageDescriptor])[] = [
  ['pause', msg`Pause`],
  ['resume', msg`Resume`],
  ['tag', msg`Edit tags`],
  ['assign', msg`Assign providers`],
  ['delete', msg`Delete`],
]

function Actions({ selected, onSelect }: Pick<BulkActionsProps, 'selected' | 'onSelect'>) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<BulkAction>()
  async function run(action: BulkAction, fields: object = {}): Promise<void> {
    const input = { action, ids: [...selected], ...fields } as MonitorsBulkInput
    const { changed_count: count } = await api.monitors.bulk(input)
    const keys = ['monitors', 'overview', 'tags']
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
    toast(t`${plural(count, { one: '# monitor changed', other: '# monitors changed' })}`)
    onSelect(new Set())
  }
  return (
    <>
      {ACTIONS.map(([action, label]) => (
        <Button key={action} onClick={() => setChosen(action)}>
          {t(label)}
        </Button>
      ))}
      {chosen !== undefined && (
        <BulkDialog chosen={chosen} count={selected.size} run={run} onClose={() => setChosen(undefined)} />
      )}
    </>
  )
}

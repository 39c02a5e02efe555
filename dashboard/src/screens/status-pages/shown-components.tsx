import { t } from '@lingui/core/macro'
import type { StatusPage } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import {
  Button,
  type Choice,
  type ChoiceSource,
  ErrorBox,
  type FormValues,
  namedChoicesQuery,
  Picker,
  Skeleton,
  useHeldForm,
} from '../../ui/index.ts'
import { monitorChoices } from '../../data/monitors/monitor-choices.ts'
import { websiteChoices } from '../../data/websites/website-choices.ts'

/** A monitor or a website that the page shows. */
interface ShownComponent {
  id: number
  label: string | null
  group: string | null
}

type Kind = 'monitor' | 'website'

/** The chosen components in their order, with their labels and groups. */
const readShown = (values: FormValues, kind: Kind): ShownComponent[] =>
  values.all(`shown-${kind}`).map((id) => ({
    id: Number(id),
    label: values.optionalText(`label-${kind}-${id}`) ?? null,
    group: values.optionalText(`group-${kind}-${id}`) ?? null,
  }))

export const readShownMonitors = (values: FormValues): StatusPage['monitors'] =>
  readShown(values, 'monitor').map(({ id, ...rest }) => ({ monitor_id: id, ...rest }))

export const readShownWebsites = (values: FormValues): StatusPage['websites'] =>
  readShown(values, 'website').map(({ id, ...rest }) => ({ website_id: id, ...rest }))

function moveItem(items: readonly string[], from: number, to: number): readonly string[] {
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(to, 0, items[from] ?? '')
}

interface ShownComponentsProps {
  kind: Kind
  stored: readonly ShownComponent[]
  source: ChoiceSource
  /** Name of the field in the API, at which its errors are shown. */
  name: string
  legend: string
  hint?: string
  noun: string
  empty: string
  listLegend: string
}

/** Chooses the components of the page, with their labels, groups and order. */
function ShownComponents({ kind, stored, source, listLegend, ...picker }: ShownComponentsProps) {
  const [initial] = useState(() => stored.map(({ id }) => String(id)))
  const [order, setOrder] = useState<readonly string[]>(initial)
  const [picked, setPicked] = useState<readonly Choice[]>([])
  const named = useQuery(namedChoicesQuery(source, initial))
  const isLoaded = initial.length === 0 || named.data !== undefined
  useHeldForm(!isLoaded)
  const names = new Map([...(named.data ?? []), ...picked].map(({ value, label }) => [value, label]))
  return (
    <>
      <Picker
        {...picker}
        source={source}
        initial={initial}
        onChoose={(choice, isOn) => {
          setPicked((before) => [...before, choice])
          setOrder((before) => [...before.filter((value) => value !== choice.value), ...(isOn ? [choice.value] : [])])
        }}
      />
      {named.isError && <ErrorBox error={named.error} retry={() => void named.refetch()} />}
      {!isLoaded && !named.isError && <Skeleton rows={2} label={t`Loading labels`} />}
      {isLoaded && order.length > 0 && (
        <OrderedList
          kind={kind}
          legend={listLegend}
          order={order}
          names={names}
          stored={new Map(stored.map((each) => [String(each.id), each]))}
          onMove={(from, to) => setOrder(moveItem(order, from, to))}
        />
      )}
    </>
  )
}

export function ShownMonitors({ stored }: { stored: StatusPage['monitors'] }) {
  return (
    <ShownComponents
      kind="monitor"
      stored={stored.map(({ monitor_id, ...rest }) => ({ id: monitor_id, ...rest }))}
      source={monitorChoices}
      name="monitors"
      legend={t`Monitors`}
      noun={t`monitors`}
      empty={t`No monitors yet.`}
      listLegend={t`Order and labels`}
    />
  )
}

export function ShownWebsites({ stored }: { stored: StatusPage['websites'] }) {
  return (
    <ShownComponents
      kind="website"
      stored={stored.map(({ website_id, ...rest }) => ({ id: website_id, ...rest }))}
      source={websiteChoices}
      name="websites"
      legend={t`Websites`}
      hint={t`All monitors of a website are one component.`}
      noun={t`websites`}
      empty={t`No websites yet.`}
      listLegend={t`Order and labels of websites`}
    />
  )
}

interface OrderedListProps {
  kind: Kind
  legend: string
  order: readonly string[]
  names: ReadonlyMap<string, string>
  stored: ReadonlyMap<string, ShownComponent>
  onMove: (from: number, to: number) => void
}

function OrderedList({ kind, legend, order, names, stored, onMove }: OrderedListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState({ value: '', button: '', announcement: '' })
  // A row that moves loses the focus. Restore it before the next paint.
  useLayoutEffect(() => {
    if (moved.value !== '')
      list.current?.querySelector<HTMLElement>(`[data-move="${moved.button}-${moved.value}"]`)?.focus()
  }, [moved])

  function move(value: string, step: -1 | 1): void {
    const from = order.indexOf(value)
    const to = from + step
    if (to < 0 || to >= order.length) return
    onMove(from, to)
    const [name, position, total] = [names.get(value) ?? value, to + 1, order.length]
    setMoved({ value, button: step < 0 ? 'up' : 'down', announcement: t`${name}: position ${position} of ${total}` })
  }

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <p className="text-sm text-soft">{t`A label replaces the name on the page. Components with the same group are shown together.`}</p>
      <ol ref={list} className="grid gap-3">
        {order.map((value, index) => (
          <OrderedRow
            key={value}
            kind={kind}
            value={value}
            name={names.get(value) ?? value}
            stored={stored.get(value)}
            isFirst={index === 0}
            isLast={index === order.length - 1}
            move={(step) => move(value, step)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved.announcement}
      </p>
    </fieldset>
  )
}

interface OrderedRowProps {
  kind: Kind
  value: string
  name: string
  stored: ShownComponent | undefined
  isFirst: boolean
  isLast: boolean
  move: (step: -1 | 1) => void
}

function OrderedRow({ kind, value, name, stored, isFirst, isLast, move }: OrderedRowProps) {
  return (
    <li className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto_auto] items-end gap-x-2 gap-y-1">
      <input type="hidden" name={`shown-${kind}`} value={value} />
      <span className="col-span-4 text-sm text-soft wrap-anywhere">{name}</span>
      <input
        name={`label-${kind}-${value}`}
        aria-label={t`Label for ${name}`}
        defaultValue={stored?.label ?? ''}
        placeholder={name}
        maxLength={120}
        autoComplete="off"
        className="control"
      />
      <input
        name={`group-${kind}-${value}`}
        aria-label={t`Group of ${name}`}
        defaultValue={stored?.group ?? ''}
        placeholder={t`Group`}
        maxLength={80}
        autoComplete="off"
        className="control"
      />
      <Button
        aria-label={t`Move ${name} up`}
        data-move={`up-${value}`}
        disabled={isFirst}
        onClick={() => move(-1)}
        className="px-3"
      >
        <span aria-hidden>↑</span>
      </Button>
      <Button
        aria-label={t`Move ${name} down`}
        data-move={`down-${value}`}
        disabled={isLast}
        onClick={() => move(1)}
        className="px-3"
      >
        <span aria-hidden>↓</span>
      </Button>
    </li>
  )
}

import { t } from '@lingui/core/macro'
import type { StatusPage } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import {
  Button,
  type Choice,
  ErrorBox,
  type FormValues,
  namedChoicesQuery,
  Picker,
  Skeleton,
  useHeldForm,
} from '../../ui/index.ts'
import { monitorChoices } from '../monitors/monitor-choices.ts'

type Shown = StatusPage['monitors']

/** The chosen monitors in their order, each with its label. */
export const readShownMonitors = (values: FormValues): Shown =>
  values.all('shown').map((id) => ({ monitor_id: Number(id), label: values.optionalText(`label-${id}`) ?? null }))

function moveItem(items: readonly string[], from: number, to: number): readonly string[] {
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(to, 0, items[from] ?? '')
}

/** Which monitors the page shows, under which labels and in which order. */
export function ShownMonitors({ stored }: { stored: Shown }) {
  const [initial] = useState(() => stored.map(({ monitor_id }) => String(monitor_id)))
  const [order, setOrder] = useState<readonly string[]>(initial)
  const [picked, setPicked] = useState<readonly Choice[]>([])
  const named = useQuery(namedChoicesQuery(monitorChoices, initial))
  const isLoaded = initial.length === 0 || named.data !== undefined
  useHeldForm(!isLoaded)
  const names = new Map([...(named.data ?? []), ...picked].map(({ value, label }) => [value, label]))
  return (
    <>
      <Picker
        name="monitors"
        legend={t`Monitors`}
        noun={t`monitors`}
        source={monitorChoices}
        initial={initial}
        empty={t`No monitors yet.`}
        onChoose={(choice, isOn) => {
          setPicked((before) => [...before, choice])
          setOrder((before) => [...before.filter((value) => value !== choice.value), ...(isOn ? [choice.value] : [])])
        }}
      />
      {named.isError && <ErrorBox error={named.error} retry={() => void named.refetch()} />}
      {!isLoaded && !named.isError && <Skeleton rows={2} label={t`Loading labels`} />}
      {isLoaded && order.length > 0 && (
        <OrderedList
          order={order}
          names={names}
          labels={new Map(stored.map(({ monitor_id, label }) => [String(monitor_id), label ?? '']))}
          onMove={(from, to) => setOrder(moveItem(order, from, to))}
        />
      )}
    </>
  )
}

interface OrderedListProps {
  order: readonly string[]
  names: ReadonlyMap<string, string>
  labels: ReadonlyMap<string, string>
  onMove: (from: number, to: number) => void
}

function OrderedList({ order, names, labels, onMove }: OrderedListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState({ value: '', button: '', said: '' })
  // A row that moves loses the focus: it is given back before anything is painted.
  useLayoutEffect(() => {
    if (moved.value !== '')
      list.current?.querySelector<HTMLElement>(`[data-move="${moved.button}-${moved.value}"]`)?.focus()
  }, [moved])

  function move(value: string, step: -1 | 1): void {
    const from = order.indexOf(value)
    const to = from + step
    if (to < 0 || to >= order.length) return
    onMove(from, to)
    const said = `${names.get(value) ?? ''}: position ${to + 1} of ${order.length}`
    setMoved({ value, button: step < 0 ? 'up' : 'down', said })
  }

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-medium">{t`Order and labels`}</legend>
      <p className="text-sm text-soft">{t`A label replaces the name of the monitor on the page.`}</p>
      <ol ref={list} className="grid gap-3">
        {order.map((value, index) => (
          <OrderedRow
            key={value}
            value={value}
            name={names.get(value) ?? t`Monitor ${value}`}
            label={labels.get(value) ?? ''}
            isFirst={index === 0}
            isLast={index === order.length - 1}
            move={(step) => move(value, step)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved.said}
      </p>
    </fieldset>
  )
}

interface OrderedRowProps {
  value: string
  name: string
  label: string
  isFirst: boolean
  isLast: boolean
  move: (step: -1 | 1) => void
}

function OrderedRow({ value, name, label, isFirst, isLast, move }: OrderedRowProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-end gap-x-2 gap-y-1">
      <input type="hidden" name="shown" value={value} />
      <span className="col-span-3 text-sm text-soft wrap-anywhere">{name}</span>
      <input
        name={`label-${value}`}
        aria-label={t`Label for ${name}`}
        defaultValue={label}
        placeholder={name}
        maxLength={120}
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

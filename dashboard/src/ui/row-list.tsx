import { t } from '@lingui/core/macro'
import { type ReactNode, useId, useLayoutEffect, useState } from 'react'
import { Button } from './button.tsx'
import { type Keyed, moveRow, nextKey } from './rows.ts'

interface RowListProps<Row extends Keyed> {
  legend: string
  hint?: ReactNode
  rows: readonly Row[]
  onChange: (rows: readonly Row[]) => void
  /** What a row is called: "Step 2". */
  nameOf: (row: Row, index: number) => string
  /** The label of the button that adds one, and what it adds. */
  add: string
  make: () => Omit<Row, 'key'>
  /** Rows have an order, and can be moved. */
  isOrdered?: boolean
  /** At least so many stay. */
  least?: number
  most: number
  children: (row: Row, index: number, change: (part: Partial<Row>) => void) => ReactNode
}

/** Which element gets the focus, and what a reader hears. */
interface After {
  id: string
  said: string
}

const ROW = 'grid min-w-0 gap-3 border-s border-line-strong ps-4'
const CONTROLS = 'input:not([type=hidden]), select'

/** A row that moves or goes takes the focus with it: it is given back before anything is painted. */
function useFocusAfter(): [said: string, setAfter: (after: After) => void] {
  const [after, setAfter] = useState<After>({ id: '', said: '' })
  useLayoutEffect(() => {
    const found = after.id === '' ? null : document.getElementById(after.id)
    const control = found?.tagName === 'LI' ? found.querySelector<HTMLElement>(CONTROLS) : found
    control?.focus()
  }, [after])
  return [after.said, setAfter]
}

/** Rows of a form that are added, removed and moved, with the focus always where the person was. */
export function RowList<Row extends Keyed>(props: RowListProps<Row>) {
  const { legend, hint, rows, onChange, nameOf, add, make, isOrdered = false, least = 0, most, children } = props
  const id = useId()
  const [said, setAfter] = useFocusAfter()

  function append(): void {
    const key = nextKey(rows)
    onChange([...rows, { ...make(), key } as Row])
    setAfter({ id: `${id}-row-${key}`, said: '' })
  }
  function remove(row: Row, index: number): void {
    onChange(rows.filter(({ key }) => key !== row.key))
    setAfter({ id: `${id}-add`, said: t`${nameOf(row, index)} removed` })
  }
  function move(row: Row, from: number, step: -1 | 1): void {
    const to = from + step
    onChange(moveRow(rows, from, to))
    setAfter({ id: `${id}-${step}-${row.key}`, said: t`Moved to position ${to + 1} of ${rows.length}` })
  }
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {hint !== undefined && <p className="text-sm text-soft">{hint}</p>}
      {rows.length > 0 && (
        <ol className="grid min-w-0 gap-5">
          {rows.map((row, index) => (
            <li key={row.key} id={`${id}-row-${row.key}`} className={ROW}>
              <RowHead
                id={id}
                row={row.key}
                name={nameOf(row, index)}
                move={isOrdered ? (step) => move(row, index, step) : undefined}
                isFirst={index === 0}
                isLast={index === rows.length - 1}
                remove={rows.length > least ? () => remove(row, index) : undefined}
              />
              {children(row, index, (part) =>
                onChange(rows.map((each) => (each.key === row.key ? { ...each, ...part } : each))),
              )}
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button id={`${id}-add`} disabled={rows.length >= most} onClick={append}>
          {add}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  )
}

interface RowHeadProps {
  id: string
  row: number
  name: string
  move: ((step: -1 | 1) => void) | undefined
  isFirst: boolean
  isLast: boolean
  remove: (() => void) | undefined
}

function RowHead({ id, row, name, move, isFirst, isLast, remove }: RowHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
      <span className="inline-flex flex-wrap gap-2">
        {move && (
          <>
            <Button
              id={`${id}--1-${row}`}
              aria-label={t`Move ${name} up`}
              disabled={isFirst}
              onClick={() => move(-1)}
              className="px-3"
            >
              <span aria-hidden>↑</span>
            </Button>
            <Button
              id={`${id}-1-${row}`}
              aria-label={t`Move ${name} down`}
              disabled={isLast}
              onClick={() => move(1)}
              className="px-3"
            >
              <span aria-hidden>↓</span>
            </Button>
          </>
        )}
        {remove && (
          <Button aria-label={t`Remove ${name}`} onClick={remove}>
            {t`Remove`}
          </Button>
        )}
      </span>
    </div>
  )
}

import { t } from '@lingui/core/macro'
import { type ReactNode, useId, useLayoutEffect, useState } from 'react'
import { Button } from './button.tsx'
import { type Keyed, moveRow, nextKey } from './rows.ts'

interface RowListProps<Row extends Keyed> {
  legend: string
  hint?: ReactNode
  rows: readonly Row[]
  onChange: (rows: readonly Row[]) => void
  /** Name of a row: "Step 2". */
  nameOf: (row: Row, index: number) => string
  /** Label of the button that adds a row; `make` returns the new row. */
  add: string
  make: () => Omit<Row, 'key'>
  /** Rows can be moved. */
  isOrdered?: boolean
  /** Minimum number of rows. */
  least?: number
  most: number
  children: (row: Row, index: number, change: (part: Partial<Row>) => void) => ReactNode
}

/** The element that gets the focus after a change, and the announcement for screen readers. */
interface AfterChange {
  id: string
  announcement: string
}

const ROW = 'grid min-w-0 gap-3 border-s border-line-strong ps-4'
const CONTROLS = 'input:not([type=hidden]), select'

/** Moving or removing a row loses the focus. It is restored before the next paint. */
function useFocusAfter(): [announcement: string, setAfter: (after: AfterChange) => void] {
  const [after, setAfter] = useState<AfterChange>({ id: '', announcement: '' })
  useLayoutEffect(() => {
    const found = after.id === '' ? null : document.getElementById(after.id)
    const control = found?.tagName === 'LI' ? found.querySelector<HTMLElement>(CONTROLS) : found
    control?.focus()
  }, [after])
  return [after.announcement, setAfter]
}

/** Rows of a form that can be added, removed and moved. The focus stays where the user was. */
export function RowList<Row extends Keyed>(props: RowListProps<Row>) {
  const { legend, hint, rows, onChange, nameOf, add, make, isOrdered = false, least = 0, most, children } = props
  const id = useId()
  const [announcement, setAfter] = useFocusAfter()

  function append(): void {
    const key = nextKey(rows)
    onChange([...rows, { ...make(), key } as Row])
    setAfter({ id: `${id}-row-${key}`, announcement: '' })
  }
  function remove(row: Row, index: number): void {
    onChange(rows.filter(({ key }) => key !== row.key))
    setAfter({ id: `${id}-add`, announcement: t`${nameOf(row, index)} removed` })
  }
  function move(row: Row, from: number, step: -1 | 1): void {
    const to = from + step
    onChange(moveRow(rows, from, to))
    setAfter({ id: `${id}-${step}-${row.key}`, announcement: t`Moved to position ${to + 1} of ${rows.length}` })
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
        {announcement}
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

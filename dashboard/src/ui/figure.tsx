import type { ReactNode } from 'react'

/** Every number on a screen: monospaced, so that columns align and the line does not move when a number changes. */
export function Figure({ children, size = 'base' }: { children: ReactNode; size?: 'sm' | 'base' | 'lg' | 'xl' }) {
  const sizes = { sm: 'text-sm', base: 'text-base', lg: 'text-lg', xl: 'text-xl' }
  return <span className={`figures ${sizes[size]}`}>{children}</span>
}

interface Entry {
  label: ReactNode
  value: ReactNode
  /** Small text below: a comparison or a unit. */
  note?: ReactNode
}

/** A row of large figures with their names, divided by hairlines. */
export function FigureRow({ entries }: { entries: readonly Entry[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 border-y border-line sm:flex sm:flex-wrap">
      {entries.map(({ label, value, note }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a fixed row of figures
        <div key={index} className="grid content-start py-3 sm:min-w-28 sm:pe-6">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="figures text-lg [&_time]:text-lg">{value}</dd>
          {note !== undefined && <dd className="text-sm text-soft">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

import type { ReactNode } from 'react'

/** Empty state of a list: says what it will contain, and how to add the first entry. */
export function Empty({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 border-y border-dashed border-line-strong py-8">
      <p className="text-lg">{title}</p>
      {children}
    </div>
  )
}

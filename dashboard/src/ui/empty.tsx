import type { ReactNode } from 'react'

/** Where a list would be: what will stand here, and the way to the first one. */
export function Empty({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 border-y border-dashed border-line-strong py-8">
      <p className="text-lg">{title}</p>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'

type Kind = 'note' | 'problem' | 'done' | 'warning'

const MARKS: Record<Kind, string> = { note: 'i', problem: '!', done: '✓', warning: '!' }

interface NoticeProps {
  kind?: Kind
  title?: ReactNode
  children?: ReactNode
}

/** A message within the page. Screen readers announce a problem immediately, everything else when they are idle. */
export function Notice({ kind = 'note', title, children }: NoticeProps) {
  return (
    <div
      role={kind === 'problem' ? 'alert' : 'status'}
      className="grid grid-cols-[auto_1fr] gap-3 border-y border-line-strong py-3"
    >
      <span
        aria-hidden
        className={`figures mt-0.5 grid size-5 place-items-center rounded text-sm ${kind === 'note' ? 'border border-line-strong' : 'bg-ink text-paper'}`}
      >
        {MARKS[kind]}
      </span>
      <div className="grid min-w-0 gap-2 wrap-anywhere">
        {title !== undefined && <p className="font-medium">{title}</p>}
        {children}
      </div>
    </div>
  )
}

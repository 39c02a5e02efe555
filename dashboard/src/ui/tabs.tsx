import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface Tab<T extends string> {
  id: T
  label: ReactNode
  panel: ReactNode
}

interface TabsProps<T extends string> {
  /** What the tabs choose between. */
  label: string
  tabs: readonly Tab<T>[]
  current: T
  onChange: (id: T) => void
  /** `figures`: each tab is a column of a name, a figure and a note. */
  look?: keyof typeof LOOKS
}

const LOOKS = {
  words: {
    list: 'flex flex-wrap gap-x-5 border-b border-line',
    tab: '-mb-px border-b-2 border-transparent py-2 text-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink',
  },
  figures: {
    list: 'grid grid-cols-3 sm:grid-cols-6',
    tab: 'grid content-start border-b border-line py-2 pe-2 text-start hover:bg-raised aria-selected:shadow-[inset_0_-3px_0_var(--accent)]',
  },
}

/** Arrow keys select a tab; Tab moves into the panel. The caller keeps the state, so that it can be in the URL. */
export function Tabs<T extends string>({ label, tabs, current, onChange, look = 'words' }: TabsProps<T>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const shown = tabs.find(({ id }) => id === current) ?? tabs[0]

  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ id }) => id === shown?.id)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }

  return (
    <div className="grid gap-4">
      <div ref={list} role="tablist" tabIndex={-1} aria-label={label} onKeyDown={move} className={LOOKS[look].list}>
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            id={`${base}-${id}`}
            type="button"
            role="tab"
            data-tab={id}
            aria-selected={id === shown?.id}
            aria-controls={`${base}-panel`}
            tabIndex={id === shown?.id ? 0 : -1}
            className={LOOKS[look].tab}
            onClick={() => onChange(id)}
          >
            {text}
          </button>
        ))}
      </div>
      <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${shown?.id}`}>
        {shown?.panel}
      </div>
    </div>
  )
}

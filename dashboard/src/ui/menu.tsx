import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { buttonClass } from './button.tsx'

interface MenuItem {
  label: ReactNode
  run: () => void
  disabled?: boolean
}

interface MenuProps {
  /** Content of the button. `name` replaces it for screen readers if it is only a symbol such as "…". */
  label: ReactNode
  name?: string
  items: readonly MenuItem[]
  align?: 'start' | 'end'
  side?: 'below' | 'above'
}

const entriesOf = (list: HTMLElement | null): HTMLButtonElement[] => [
  ...(list?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? []),
]

/** Closes the menu when an element outside is pressed or focused. */
function useClickAway(root: RefObject<HTMLElement | null>, isOpen: boolean, setOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const leave = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    addEventListener('pointerdown', leave)
    addEventListener('focusin', leave)
    return () => {
      removeEventListener('pointerdown', leave)
      removeEventListener('focusin', leave)
    }
  }, [root, isOpen, setOpen])
}

function Item({ item, close }: { item: MenuItem; close: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      disabled={item.disabled}
      className="block w-full px-4 py-2 text-left hover:bg-raised focus-visible:bg-raised disabled:text-soft"
      onClick={() => {
        close()
        item.run()
      }}
    >
      {item.label}
    </button>
  )
}

export function Menu({ label, name, items, align = 'end', side = 'below' }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isOpen) entriesOf(list.current)[0]?.focus()
  }, [isOpen])
  useClickAway(root, isOpen, setOpen)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  function move(event: KeyboardEvent): void {
    const all = entriesOf(list.current)
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      all.at(to % all.length)?.focus()
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
  }

  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={name}
        className={`${buttonClass('quiet')} px-3`}
        onClick={() => setOpen(!isOpen)}
      >
        {label === '…' ? <span className="relative -top-1">…</span> : label}
      </button>
      {isOpen && (
        <div
          ref={list}
          role="menu"
          tabIndex={-1}
          onKeyDown={move}
          className={`absolute z-10 min-w-44 rounded border border-line-strong bg-paper py-1 ${align === 'end' ? 'right-0' : 'left-0'} ${side === 'below' ? 'top-full mt-1' : 'bottom-full mb-1'}`}
        >
          {items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the items of a menu do not move
            <Item key={index} item={item} close={close} />
          ))}
        </div>
      )}
    </div>
  )
}

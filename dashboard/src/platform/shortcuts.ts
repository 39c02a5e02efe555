import { useEffect, useRef, useSyncExternalStore } from 'react'
import { leaveField } from './keep-focus.ts'
import { createStoredSetting } from './stored-setting.ts'

export interface Shortcut {
  /** One key or two in a row: `t`, `?`, `g w`. Upper case with Shift. Absent: only in the palette. */
  keys?: string
  /** Describes the action: "Go to websites". */
  label: string
  run: () => void
}

export interface ShortcutGroup {
  name: string
  shortcuts: readonly Shortcut[]
}

/** Single-key shortcuts can be turned off, for speech input and for screen readers with their own single keys (WCAG 2.1.4). */
export const singleKeys = createStoredSetting('single-keys', ['on', 'off'], 'on')

const SEQUENCE_MS = 1200
const groups = new Map<symbol, ShortcutGroup>()
const listeners = new Set<() => void>()
let listed: readonly ShortcutGroup[] = []

function updateList(): void {
  const byName = new Map<string, Shortcut[]>()
  for (const { name, shortcuts } of groups.values()) byName.set(name, [...(byName.get(name) ?? []), ...shortcuts])
  listed = [...byName].map(([name, shortcuts]) => ({ name, shortcuts }))
  for (const listener of listeners) listener()
}

/** Registers shortcuts while the screen is shown. They are also listed under `?` and in the palette. */
export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  // The list is updated only when labels or keys change, not at every render. The action is looked up when a key is pressed.
  const signature = JSON.stringify(shortcuts.map(({ keys, label }) => ({ keys, label })))
  useEffect(() => {
    const id = Symbol(name)
    const listing = JSON.parse(signature) as Omit<Shortcut, 'run'>[]
    groups.set(id, {
      name,
      shortcuts: listing.map((shortcut, index) => ({ ...shortcut, run: () => current.current[index]?.run() })),
    })
    updateList()
    return () => {
      groups.delete(id)
      updateList()
    }
  }, [name, signature])
}

export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => listed,
  )
}

export const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** Whether Escape has no meaning in the field itself. It closes a list or a calendar. */
const hasNoEscape = (field: HTMLElement): boolean => !field.matches('select, [type^=date], [type=time], [list]')

/** Listens on the whole page. If two screens use the same key, the one that was shown last gets it. */
export function listenForShortcuts(): () => void {
  let first = ''
  let firstAt = 0
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return
    // The focused element, such as a row of tabs, has already handled the key.
    if (event.defaultPrevented) return
    if (singleKeys.get() === 'off' || document.querySelector('dialog[open]')) return
    if (isTyping(event.target)) {
      if (event.key === 'Escape' && hasNoEscape(event.target)) leaveField(event.target)
      return
    }
    const all = listed.flatMap(({ shortcuts }) => shortcuts).reverse()
    const sequence = event.timeStamp - firstAt < SEQUENCE_MS && first !== '' ? `${first} ${event.key}` : event.key
    const found = all.find(({ keys }) => keys === sequence) ?? all.find(({ keys }) => keys === event.key)
    first = found ? '' : event.key
    firstAt = event.timeStamp
    if (!found) return
    event.preventDefault()
    found.run()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}

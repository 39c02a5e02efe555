import { useEffect, useRef, useSyncExternalStore } from 'react'
import { leaveField } from './keep-focus.ts'
import { createStoredSetting } from './stored-setting.ts'

export interface Shortcut {
  /** One key or two in a row: `t`, `?`, `g w`. Upper case with Shift. Absent: only in the palette. */
  keys?: string
  /** What it does, as a person would say it: "Go to websites". */
  label: string
  run: () => void
}

export interface ShortcutGroup {
  name: string
  shortcuts: readonly Shortcut[]
}

/** People who dictate, and readers that use single keys themselves, can switch ours off (WCAG 2.1.4). */
export const singleKeys = createStoredSetting('single-keys', ['on', 'off'], 'on')

const SEQUENCE_MS = 1200
const groups = new Map<symbol, ShortcutGroup>()
const watchers = new Set<() => void>()
let listed: readonly ShortcutGroup[] = []

function relist(): void {
  const byName = new Map<string, Shortcut[]>()
  for (const { name, shortcuts } of groups.values()) byName.set(name, [...(byName.get(name) ?? []), ...shortcuts])
  listed = [...byName].map(([name, shortcuts]) => ({ name, shortcuts }))
  for (const watcher of watchers) watcher()
}

/** What the keys do on this screen, while it is shown. Also listed under `?` and in the palette. */
export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  // Listed anew only when the words or keys change, not at every render; what a key does is looked up when it is pressed.
  const signature = JSON.stringify(shortcuts.map(({ keys, label }) => ({ keys, label })))
  useEffect(() => {
    const id = Symbol(name)
    const listing = JSON.parse(signature) as Omit<Shortcut, 'run'>[]
    groups.set(id, {
      name,
      shortcuts: listing.map((shortcut, index) => ({ ...shortcut, run: () => current.current[index]?.run() })),
    })
    relist()
    return () => {
      groups.delete(id)
      relist()
    }
  }, [name, signature])
}

export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => listed,
  )
}

export const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** Those that have no use of their own for Escape: a list or a calendar closes by it. */
const hasNoEscape = (field: HTMLElement): boolean => !field.matches('select, [type^=date], [type=time], [list]')

/** Listens for the whole page; where two screens want the same key the one shown last wins. */
export function listenForShortcuts(): () => void {
  let first = ''
  let firstAt = 0
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return
    // Whatever has the focus, such as a row of tabs, has used the key already.
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

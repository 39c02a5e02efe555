import { useSyncExternalStore } from 'react'

/** A preference of this browser. Storage may be full or forbidden: then it holds until the page is closed. */
export function createStoredSetting<T extends string>(name: string, choices: readonly T[], fallback: T) {
  const key = `sitewatch.${name}`
  const watchers = new Set<() => void>()
  const read = (): T => {
    try {
      const stored = localStorage.getItem(key)
      return choices.find((choice) => choice === stored) ?? fallback
    } catch {
      return fallback
    }
  }
  let current = read()

  function set(value: T): void {
    current = value
    try {
      localStorage.setItem(key, value)
    } catch {
      document.documentElement.dataset['storage'] = 'none'
    }
    for (const watcher of watchers) watcher()
  }

  const subscribe = (watcher: () => void): (() => void) => {
    watchers.add(watcher)
    const takeOver = (event: StorageEvent): void => {
      if (event.key !== key) return
      current = read()
      watcher()
    }
    addEventListener('storage', takeOver)
    return () => {
      watchers.delete(watcher)
      removeEventListener('storage', takeOver)
    }
  }

  return { get: () => current, set, use: (): T => useSyncExternalStore(subscribe, () => current) }
}

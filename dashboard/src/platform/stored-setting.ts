import { useSyncExternalStore } from 'react'

/** A preference of this browser. If storage is full or blocked, it is kept until the page is closed. */
export function createStoredSetting<T extends string>(name: string, choices: readonly T[], fallback: T) {
  const key = `sitewatch.${name}`
  const listeners = new Set<() => void>()
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
    for (const listener of listeners) listener()
  }

  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    const onStorage = (event: StorageEvent): void => {
      if (event.key !== key) return
      current = read()
      listener()
    }
    addEventListener('storage', onStorage)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', onStorage)
    }
  }

  return { get: () => current, set, use: (): T => useSyncExternalStore(subscribe, () => current) }
}

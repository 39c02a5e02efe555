import { t } from '@lingui/core/macro'
import { useEffect, useRef, useSyncExternalStore } from 'react'

interface Toast {
  id: number
  text: string
}

const SHOWN_MS = 6000
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Confirms an action: "Key deleted". Errors are shown where they occur, and stay there. */
export function toast(text: string): void {
  replace([...toasts.slice(-2), { id: ++lastId, text }])
}

const dismiss = (id: number): void => replace(toasts.filter((each) => each.id !== id))

function ToastLine({ id, text }: Toast) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Not while somebody points at it, or has the focus on its button.
    const timer = setInterval(() => element.current?.matches(':hover, :focus-within') || dismiss(id), SHOWN_MS)
    return () => clearInterval(timer)
  }, [id])
  return (
    <div ref={element} className="flex items-center gap-3 rounded border border-ink bg-ink px-4 py-2 text-paper">
      <span className="min-w-0 wrap-anywhere">{text}</span>
      <button type="button" aria-label={t`Dismiss`} className="figures size-6 flex-none" onClick={() => dismiss(id)}>
        ×
      </button>
    </div>
  )
}

export function Toaster() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-20 grid justify-items-center gap-2 *:pointer-events-auto"
    >
      {shown.map((each) => (
        <ToastLine key={each.id} {...each} />
      ))}
    </div>
  )
}

import { t } from '@lingui/core/macro'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { holdRefreshes } from '../platform/held-refreshes.ts'
import { Button } from './button.tsx'
import { ErrorBox } from './error-box.tsx'

interface DialogProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** Default: 480. */
  width_px?: number
}

const FIELDS = 'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/** Shown as long as it is rendered: `{isOpen && <Dialog …>}`. Escape, the backdrop and the cross close it. */
export function Dialog({ title, onClose, children, width_px = 480 }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  // A layout effect closes it before it is removed. Otherwise the browser does not return the focus to the element that opened it.
  useLayoutEffect(() => {
    const { current } = element
    if (current && !current.open) {
      current.showModal()
      // By default, the browser focuses the close button. autoFocus runs before the dialog is shown and has no effect.
      const body = current.querySelector('[data-body]')
      const first = body?.querySelector<HTMLElement>(FIELDS) ?? body?.querySelector<HTMLElement>('button, a[href]')
      first?.focus()
    }
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      // React's double mounting in development closes and opens it again.
      onClose={(event) => event.currentTarget.open || onClose()}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // The backdrop belongs to the dialog. Only a press that starts on it closes the dialog, not one that was dragged out of a field.
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      style={{ width: `min(${width_px}px, calc(100vw - 32px))` }}
      className="m-auto rounded border border-line-strong bg-paper text-ink"
    >
      <div className="grid gap-5 p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={id} className="text-lg wrap-anywhere">
            {title}
          </h2>
          <button
            type="button"
            aria-label={t`Close`}
            className="figures size-7 flex-none text-lg text-soft"
            onClick={onClose}
          >
            ×
          </button>
        </div>
        <div data-body className="grid min-w-0 gap-5">
          {children}
        </div>
      </div>
    </dialog>
  )
}

interface ConfirmProps {
  title: ReactNode
  /** Says what is deleted, and what is kept. */
  children: ReactNode
  /** Label of the button: "Delete key". */
  action: string
  confirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({ title, children, action, confirm, onClose }: ConfirmProps) {
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  async function run(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await holdRefreshes(confirm)
      onClose()
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {error !== undefined && <ErrorBox error={error} />}
      <div className="grid gap-3 wrap-anywhere">{children}</div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button kind="danger" busy={busy} onClick={() => void run()}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}

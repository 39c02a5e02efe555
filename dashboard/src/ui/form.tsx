import { SitewatchError } from '@sitewatch/sdk'
import { type FormEvent, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { ErrorBox } from './error-box.tsx'
import { concernsField, FormContext } from './form-context.ts'
import { type FormValues, readForm } from './form-values.ts'

interface FormProps {
  /** Sends the values. Errors are shown at the fields that the server names. Other errors are shown above the form. */
  submit: (values: FormValues) => Promise<unknown>
  children: ReactNode
  /** Name of the form, if it has no heading. */
  label?: string
  className?: string
}

const listErrors = (error: unknown) => (error instanceof SitewatchError ? error.errors : [])

function focusInvalid(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')
  // In a closed section, nobody would see the message.
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
}

/** A form without client-side validation. The server validates it, and its messages are shown at each field. */
export function Form({ submit, children, label, className = 'grid gap-5' }: FormProps) {
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [intent, setIntent] = useState('')
  const [isShownAtFields, setShownAtFields] = useState(false)
  const [holds, setHolds] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  // A ref, because it is only read after an error. As state, it rendered every form a second time before it was shown.
  const claimed = useRef(new Set<{ name: string }>())

  const claim = useCallback((name: string) => {
    const field = { name }
    claimed.current.add(field)
    return () => void claimed.current.delete(field)
  }, [])
  const hold = useCallback(() => {
    setHolds((count) => count + 1)
    return () => setHolds((count) => count - 1)
  }, [])
  const isHeld = holds > 0
  const errors = useMemo(() => listErrors(error), [error])
  const state = useMemo(
    () => ({ errors, busy, intent, claim, isHeld, hold }),
    [errors, busy, intent, claim, isHeld, hold],
  )

  useEffect(() => {
    if (error !== undefined) focusInvalid(element.current)
  }, [error])

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy || isHeld) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const values = readForm(new FormData(event.currentTarget, submitter))
    setBusy(true)
    setIntent(values.text('intent'))
    setError(undefined)
    try {
      await submit(values)
    } catch (caught) {
      const about = listErrors(caught)
      const names = [...claimed.current].map(({ name }) => name)
      setShownAtFields(about.length > 0 && about.every((each) => names.some((name) => concernsField(each, name))))
      setError(caught)
    } finally {
      setBusy(false)
    }
  }

  return (
    <FormContext value={state}>
      <form ref={element} noValidate aria-label={label} className={className} onSubmit={(event) => void send(event)}>
        {error !== undefined && !isShownAtFields && <ErrorBox error={error} />}
        {children}
      </form>
    </FormContext>
  )
}

interface SubmitProps {
  children: ReactNode
  kind?: 'primary' | 'plain' | 'danger'
  /** For a form with two buttons: the value of `values.text('intent')`. The Enter key uses the first button. */
  intent?: string
}

/** The submit button of the form. Busy while the form is sent. */
export function Submit({ children, kind = 'primary', intent = '' }: SubmitProps) {
  const { busy, intent: runningIntent, isHeld } = useContext(FormContext)
  return (
    <Button
      type="submit"
      kind={kind}
      {...(intent !== '' && { name: 'intent', value: intent })}
      busy={busy && runningIntent === intent}
      disabled={busy || isHeld}
    >
      {children}
    </Button>
  )
}

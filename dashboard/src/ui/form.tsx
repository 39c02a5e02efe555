import { SitewatchError } from '@sitewatch/sdk'
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'
import { ErrorBox } from './error-box.tsx'
import { type FieldError, type FormValues, readForm, sayAtField } from './form-values.ts'

interface FormState {
  errors: readonly FieldError[]
  busy: boolean
  /** Which of the form's buttons is being carried out. */
  intent: string
  /** A field says that it shows its own errors. */
  claim: (name: string) => () => void
  /** A part of the form has not loaded: sent now, it would say that nothing was chosen. */
  isHeld: boolean
  hold: () => () => void
}

const FormContext = createContext<FormState>({
  errors: [],
  busy: false,
  intent: '',
  claim: () => () => undefined,
  isHeld: false,
  hold: () => () => undefined,
})

const isAbout = (error: FieldError, name: string): boolean =>
  error.field === name || error.field.startsWith(`${name}.`) || error.field.startsWith(`${name}[`)

/** What the server says about this field; undefined when it has no quarrel with it. */
export function useFieldError(name: string): string | undefined {
  const { errors, claim } = useContext(FormContext)
  useEffect(() => claim(name), [claim, name])
  const found = errors.filter((error) => isAbout(error, name)).map(sayAtField)
  return found.length === 0 ? undefined : found.join(' ')
}

/** The form cannot be sent as long as this is so. */
export function useHeldForm(isHeld: boolean): void {
  const { hold } = useContext(FormContext)
  // Before anything is painted: nobody can be quicker.
  useLayoutEffect(() => (isHeld ? hold() : undefined), [hold, isHeld])
}

interface FormProps {
  /** Sends the values. What it throws is shown: at the fields the server names, and above them what has no field. */
  submit: (values: FormValues) => Promise<unknown>
  children: ReactNode
  /** Names the form when no heading does. */
  label?: string
  className?: string
}

/** A form whose rules are the server's: it is sent as it is, and what the server says stands at each field. */
export function Form({ submit, children, label, className = 'grid gap-5' }: FormProps) {
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [intent, setIntent] = useState('')
  const [claimed, setClaimed] = useState<readonly string[]>([])
  const [holds, setHolds] = useState(0)
  const element = useRef<HTMLFormElement>(null)

  const claim = useCallback((name: string) => {
    setClaimed((names) => [...names, name])
    return () => setClaimed((names) => names.filter((each) => each !== name))
  }, [])
  const hold = useCallback(() => {
    setHolds((count) => count + 1)
    return () => setHolds((count) => count - 1)
  }, [])
  const isHeld = holds > 0
  const errors = useMemo(() => (error instanceof SitewatchError ? error.errors : []), [error])
  const state = useMemo(
    () => ({ errors, busy, intent, claim, isHeld, hold }),
    [errors, busy, intent, claim, isHeld, hold],
  )
  const isShownAtFields = errors.length > 0 && errors.every((each) => claimed.some((name) => isAbout(each, name)))

  useEffect(() => {
    if (error !== undefined)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus()
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
  /** Where a form has two buttons: what `values.text('intent')` then says. The first button is the one of the enter key. */
  intent?: string
}

/** The form's own button: busy while it is sent. */
export function Submit({ children, kind = 'primary', intent = '' }: SubmitProps) {
  const { busy, intent: underWay, isHeld } = useContext(FormContext)
  return (
    <Button
      type="submit"
      kind={kind}
      {...(intent !== '' && { name: 'intent', value: intent })}
      busy={busy && underWay === intent}
      disabled={busy || isHeld}
    >
      {children}
    </Button>
  )
}

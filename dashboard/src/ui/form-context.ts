import { createContext, useContext, useEffect, useLayoutEffect } from 'react'

interface FieldError {
  field: string
  message: string
}

/** The server's messages start with the API name of the field. At the field itself, which has a label, the name is removed. */
export function describeFieldError({ field, message }: FieldError): string {
  const text = message.startsWith(`${field} `) ? message.slice(field.length + 1) : message
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface FormState {
  errors: readonly FieldError[]
  busy: boolean
  /** The button whose action is running. */
  intent: string
  /** Registers a field that shows its own errors. */
  claim: (name: string) => () => void
  /** A part of the form has not loaded yet. Submitting now would send that nothing was chosen. */
  isHeld: boolean
  hold: () => () => void
}

export const FormContext = createContext<FormState>({
  errors: [],
  busy: false,
  intent: '',
  claim: () => () => undefined,
  isHeld: false,
  hold: () => () => undefined,
})

export const concernsField = (error: FieldError, name: string): boolean =>
  error.field === name || error.field.startsWith(`${name}.`) || error.field.startsWith(`${name}[`)

/** The server's error message about this field, or undefined. */
export function useFieldError(name: string): string | undefined {
  const { errors, claim } = useContext(FormContext)
  useEffect(() => claim(name), [claim, name])
  const found = errors.filter((error) => concernsField(error, name)).map(describeFieldError)
  return found.length === 0 ? undefined : found.join(' ')
}

/** Prevents the form from being submitted while `isHeld` is true. */
export function useHeldForm(isHeld: boolean): void {
  const { hold } = useContext(FormContext)
  // A layout effect, so that the form cannot be submitted before it applies.
  useLayoutEffect(() => (isHeld ? hold() : undefined), [hold, isHeld])
}

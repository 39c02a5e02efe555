import { createContext, useContext, useEffect, useLayoutEffect } from 'react'

interface FieldError {
  field: string
  message: string
}

/** The server begins with the field's name in the API; at the field itself its label stands already. */
export function sayAtField({ field, message }: FieldError): string {
  const words = message.startsWith(`${field} `) ? message.slice(field.length + 1) : message
  return words.charAt(0).toUpperCase() + words.slice(1)
}

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

export const FormContext = createContext<FormState>({
  errors: [],
  busy: false,
  intent: '',
  claim: () => () => undefined,
  isHeld: false,
  hold: () => () => undefined,
})

export const isAbout = (error: FieldError, name: string): boolean =>
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

import { t } from '@lingui/core/macro'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFieldError } from './form-context.ts'

interface FrameProps {
  name: string
  label: ReactNode
  hint?: ReactNode
  optional?: boolean | undefined
  /** The label is only for screen readers: for a single field whose purpose is obvious. */
  labelHidden?: boolean | undefined
}

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, hint, control and the server's error message, linked for screen readers. */
function FieldFrame({
  name,
  label,
  hint,
  optional = false,
  labelHidden = false,
  children,
}: FrameProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const error = useFieldError(name)
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean)
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
        {optional && <span className="font-normal text-soft"> {t`(optional)`}</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy.length === 0 ? undefined : describedBy.join(' '),
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** Not red, because red means down. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-2 text-sm font-medium">
      <span aria-hidden className="figures grid size-5 flex-none place-items-center rounded bg-ink text-paper">
        !
      </span>
      <span>{children}</span>
    </p>
  )
}

type InputProps = FrameProps & Omit<ComponentProps<'input'>, 'name' | 'id'> & { figures?: boolean }

export function Field({
  name,
  label,
  hint,
  optional,
  labelHidden,
  figures = false,
  className = '',
  ...rest
}: InputProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint} optional={optional} labelHidden={labelHidden}>
      {(control) => (
        <input {...rest} {...control} name={name} className={`control ${figures ? 'figures' : ''} ${className}`} />
      )}
    </FieldFrame>
  )
}

export function TextArea({
  name,
  label,
  hint,
  optional,
  labelHidden,
  className = '',
  ...rest
}: FrameProps & Omit<ComponentProps<'textarea'>, 'name' | 'id'>) {
  return (
    <FieldFrame name={name} label={label} hint={hint} optional={optional} labelHidden={labelHidden}>
      {(control) => <textarea rows={4} {...rest} {...control} name={name} className={`control ${className}`} />}
    </FieldFrame>
  )
}

interface Choice {
  value: string
  label: string
}

export function Select({
  name,
  label,
  hint,
  optional,
  labelHidden,
  choices,
  className = '',
  ...rest
}: FrameProps & Omit<ComponentProps<'select'>, 'name' | 'id' | 'children'> & { choices: readonly Choice[] }) {
  return (
    <FieldFrame name={name} label={label} hint={hint} optional={optional} labelHidden={labelHidden}>
      {(control) => (
        <select {...rest} {...control} name={name} className={`control ${className}`}>
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

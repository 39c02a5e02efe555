import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'
import { useFieldError } from './form-context.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: ReactNode
  hint?: ReactNode
}

export function Checkbox({ label, hint, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3">
      <input
        type="checkbox"
        {...rest}
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-1 size-4 accent-accent"
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="col-start-2 text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Several checkboxes with one name, and the server's error message about all of them. */
export function CheckboxGroup({ name, legend, children }: { name: string; legend: ReactNode; children: ReactNode }) {
  const id = useId()
  const error = useFieldError(name)
  return (
    <fieldset
      data-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : id}
      className="grid gap-2"
    >
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {children}
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

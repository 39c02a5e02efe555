import type { Provider } from '@sitewatch/sdk'
import type { ReactNode } from 'react'
import { Checkbox, Field, Form, type FormValues, Submit } from '../../ui/index.ts'
import { KINDS, type ProviderKind } from './kinds.ts'

export type ProviderFields = Record<string, string | boolean | null>

interface ProviderFormProps {
  kind: ProviderKind
  /** What is stored; secrets are masked, and a masked one sent back changes nothing. */
  stored?: Provider
  defaults?: Readonly<Record<string, string>>
  /** Of a new one: whether monitors created from now on are to alert it. */
  isDefault?: boolean
  action: string
  save: (fields: ProviderFields) => Promise<unknown>
  /** Beside saving: what was typed is tried and not stored. */
  test?: (fields: ProviderFields) => Promise<unknown>
  children?: ReactNode
}

interface KindFieldsProps {
  kind: ProviderKind
  valueOf: (name: string) => string
}

export function KindFields({ kind, valueOf }: KindFieldsProps) {
  return KINDS[kind].fields.map(({ name, label, hint, type = 'text', optional }) => (
    <Field
      key={`${kind} ${name}`}
      name={name}
      label={label}
      hint={hint}
      type={type}
      optional={optional}
      defaultValue={valueOf(name)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      figures
    />
  ))
}

/** What was typed into the fields of a kind, as the API takes it. */
export const readKindFields = (kind: ProviderKind, values: FormValues): Record<string, string | null> =>
  Object.fromEntries(
    KINDS[kind].fields.map(({ name, optional }) => [
      name,
      optional && values.text(name).trim() === '' ? null : values.text(name),
    ]),
  )

export function ProviderForm({
  kind,
  stored,
  defaults = {},
  isDefault = false,
  action,
  save,
  test,
  children,
}: ProviderFormProps) {
  const valueOf = (name: string): string => {
    const value = stored === undefined ? defaults[name] : (stored as unknown as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : ''
  }
  const read = (values: FormValues): ProviderFields => ({
    is_default: values.checked('is_default'),
    ...(values.optionalText('name') !== undefined && { name: values.text('name') }),
    ...readKindFields(kind, values),
  })
  return (
    <Form
      label={action}
      submit={(values) => (values.text('intent') === 'test' && test ? test : save)(read(values))}
      className="grid max-w-xl gap-5"
    >
      <KindFields kind={kind} valueOf={valueOf} />
      <Field
        name="name"
        label="Name"
        optional
        hint="Otherwise its kind and where it goes."
        defaultValue={stored?.name ?? ''}
        autoComplete="off"
      />
      <Checkbox
        name="is_default"
        label="Default for new monitors"
        hint="New monitors alert it unless you choose otherwise. Existing monitors do not change."
        defaultChecked={stored?.is_default ?? isDefault}
      />
      {children}
      <div className="flex flex-wrap gap-3">
        <Submit>{action}</Submit>
        {test && (
          <Submit kind="plain" intent="test">
            Send a test first
          </Submit>
        )}
      </div>
    </Form>
  )
}

import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { type Provider, PROVIDER_TYPES, type ProviderType, type ProviderTypeField } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, buttonClass, Checkbox, Field, Form, type FormValues, Select, Submit } from '../../ui/index.ts'
import { prefill, type Prefills } from './provider-types.ts'

export type ProviderInput = Record<string, string | boolean | null>

interface ProviderFormProps {
  type: ProviderType
  /** What is stored; secrets are masked, and a masked one sent back changes nothing. */
  stored?: Provider
  prefills?: Prefills
  /** Of a new one: whether monitors created from now on are to alert it. */
  isDefault?: boolean
  action: string
  save: (fields: ProviderInput) => Promise<unknown>
  /** Beside saving: what was typed is tried and not stored. */
  test?: (fields: ProviderInput) => Promise<unknown>
  children?: ReactNode
}

interface ProviderFieldsProps {
  type: ProviderType
  valueOf: (field: ProviderTypeField) => string
}

/** The fields of a type, as its definition in the contract describes them. */
export function ProviderFields({ type, valueOf }: ProviderFieldsProps) {
  return PROVIDER_TYPES[type].fields.map((field) => {
    const { name, input, optional, choices } = field
    const label = i18n._(field.label)
    const hint = field.hint === undefined ? undefined : i18n._(field.hint)
    const key = `${type} ${name}`
    if (choices) {
      const offered = Object.entries(choices).map(([value, text]) => ({ value, label: i18n._(text) }))
      const all = optional ? [{ value: '', label: t`Default` }, ...offered] : offered
      return <Select key={key} name={name} label={label} hint={hint} defaultValue={valueOf(field)} choices={all} />
    }
    return (
      <Field
        key={key}
        name={name}
        label={label}
        hint={hint}
        type={input}
        optional={optional}
        defaultValue={valueOf(field)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        figures
      />
    )
  })
}

/** What was typed into the fields of a type, as the API takes it. */
export const readProviderFields = (type: ProviderType, values: FormValues): Record<string, string | null> =>
  Object.fromEntries(
    PROVIDER_TYPES[type].fields.map(({ name, optional }) => [
      name,
      optional && values.text(name).trim() === '' ? null : values.text(name),
    ]),
  )

function Cancel({ isStored }: { isStored: boolean }) {
  if (isStored) {
    return <Button type="reset">{t`Cancel`}</Button>
  }
  return (
    <Link to="/notifications" className={buttonClass()}>
      {t`Cancel`}
    </Link>
  )
}

export function ProviderForm({
  type,
  stored,
  prefills,
  isDefault = false,
  action,
  save,
  test,
  children,
}: ProviderFormProps) {
  const valueOf = (field: ProviderTypeField): string => {
    const value = stored ? (stored as unknown as Record<string, unknown>)[field.name] : prefill(field, prefills)
    return typeof value === 'string' ? value : ''
  }
  const read = (values: FormValues): ProviderInput => ({
    is_default: values.checked('is_default'),
    ...(values.optionalText('name') !== undefined && { name: values.text('name') }),
    ...readProviderFields(type, values),
  })
  return (
    <Form
      label={action}
      submit={(values) => (values.text('intent') === 'test' && test ? test : save)(read(values))}
      className="grid max-w-xl gap-5"
    >
      <ProviderFields type={type} valueOf={valueOf} />
      <Field
        name="name"
        label={t`Name`}
        optional
        hint={t`Leave empty to use the type and the destination.`}
        defaultValue={stored?.name ?? ''}
        autoComplete="off"
      />
      <Checkbox
        name="is_default"
        label={t`Default for new monitors`}
        hint={t`New monitors alert it unless you choose otherwise. Existing monitors do not change.`}
        defaultChecked={stored?.is_default ?? isDefault}
      />
      {children}
      <div className="flex flex-wrap gap-3">
        <Submit>{action}</Submit>
        {test && (
          <Submit kind="plain" intent="test">
            {t`Send a test first`}
          </Submit>
        )}
        <Cancel isStored={stored !== undefined} />
      </div>
    </Form>
  )
}

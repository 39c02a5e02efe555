import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { FormField } from '@sitewatch/contract/form-field'
import { useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import { Field, Select, TextArea } from './field.tsx'
import { translateLabel } from '../language.ts'
import { readHeaders, readLines, readList, writeHeaders } from './form-text.ts'
import type { FormValues } from './form-values.ts'

type Values = Readonly<Record<string, unknown>>

interface SettingFieldsProps {
  fields: readonly FormField[]
  /** What is stored; null or absent where the default holds. */
  initial: object
}

const isShown = ({ when }: FormField, valueOf: (name: string) => unknown): boolean =>
  when === undefined || when.is.includes(String(valueOf(when.field)))

/** The settings of a type, as its definition in the contract describes them. */
export function SettingFields({ fields, initial }: SettingFieldsProps) {
  const [chosen, setChosen] = useState<Values>({})
  const stored = initial as Values
  const valueOf = (name: string): unknown =>
    chosen[name] ?? stored[name] ?? fields.find((field) => field.name === name)?.default
  return fields
    .filter((field) => isShown(field, valueOf))
    .map((field) => (
      <SettingField
        key={field.name}
        field={field}
        value={stored[field.name] ?? field.default}
        onChoose={(value) => setChosen((before) => ({ ...before, [field.name]: value }))}
      />
    ))
}

/** How a value of several parts is typed. */
const TYPED: Partial<Record<FormField['kind'], MessageDescriptor>> = {
  list: msg`Separate values with commas.`,
  map: msg`One per line, as “Name: value”.`,
}
const SECRET = msg`Leave a masked value as it is to keep it.`

/** A list whose values may contain commas and blanks is typed line by line. */
const LINES = msg`One per line.`

function describeHint({ help, kind, secret, multiline }: FormField): string | undefined {
  const typed = kind === 'list' && multiline ? LINES : TYPED[kind]
  const parts = [help && translateLabel(help).replace(/[^.]$/, '$&.'), typed && t(typed), secret && t(SECRET)]
  const hint = parts.filter((part) => part !== undefined).join(' ')
  return hint === '' ? undefined : hint
}

function writeValue({ kind, multiline }: FormField, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (kind === 'list') return (value as readonly unknown[]).join(multiline ? '\n' : ', ')
  if (kind === 'map') return writeHeaders(value as Record<string, string>)
  return `${value as string | number}`
}

interface SettingFieldProps {
  field: FormField
  value: unknown
  onChoose: (value: string) => void
}

function SettingField({ field, value, onChoose }: SettingFieldProps) {
  const { name, kind, choices = [], optional, multiline } = field
  const text = translateLabel(field.label)
  const label = field.unit === undefined ? text : `${text} (${translateLabel(field.unit)})`
  const hint = describeHint(field)
  const common = { name, label, hint, optional }
  if (kind === 'flag') return <Checkbox name={name} label={label} hint={hint} defaultChecked={value === true} />
  const written = writeValue(field, value)
  if (kind === 'choice') {
    return (
      <Select
        {...common}
        defaultValue={written}
        choices={choices.map((each) => ({ ...each, label: translateLabel(each.label) }))}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    )
  }
  if (kind === 'map' || multiline) return <TextArea {...common} defaultValue={written} className="figures" />
  return (
    <Field {...common} defaultValue={written} type={kind === 'number' ? 'number' : 'text'} figures={kind !== 'text'} />
  )
}

function readValue(values: FormValues, { name, kind, optional, ...field }: FormField): unknown {
  switch (kind) {
    case 'flag':
      return values.checked(name)
    case 'number':
      return values.optionalNumber(name) ?? (optional ? null : field.default)
    case 'list':
      return field.multiline ? readLines(values.text(name)) : readList(values.text(name))
    case 'map':
      return readHeaders(values.text(name))
    default:
      return optional ? (values.optionalText(name) ?? null) : values.text(name)
  }
}

/** What was typed, by the API's names. What is not shown has its default. */
export function readSettingFields(values: FormValues, fields: readonly FormField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      isShown(field, (name) => values.text(name)) ? readValue(values, field) : (field.default ?? null),
    ]),
  )
}

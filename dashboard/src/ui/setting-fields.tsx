import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { findDestinationChange } from '@sitewatch/contract/destination'
import type { FormField } from '@sitewatch/contract/form-field'
import { useState } from 'react'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Field, Select, TextArea } from './field.tsx'
import { translateLabel } from '../platform/language.ts'
import { readHeaders, readLines, readList, readScalar, writeHeaders, writeScalar } from './form-text.ts'
import type { FormValues } from './form-values.ts'

type Values = Readonly<Record<string, unknown>>

interface SettingFieldsProps {
  fields: readonly FormField[]
  /** The stored values; null or absent where the default applies. */
  initial: object
  /** The URL points to another server, so stored secrets have to be entered again. */
  isMoved?: boolean
}

const isShown = ({ when }: FormField, valueOf: (name: string) => unknown): boolean =>
  when === undefined || when.is.includes(String(valueOf(when.field)))

/** A text or a map with something in it. */
const isStored = (secret: unknown): boolean => secret != null && Object.keys(Object(secret)).length > 0

/** Without the row number, so that a row keeps its input when an earlier row is removed and its number changes. */
const keyOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Form fields for the settings of a type, from its definition in the contract. */
export function SettingFields({ fields, initial, isMoved = false }: SettingFieldsProps) {
  const [chosen, setChosen] = useState<Values>({})
  const stored = initial as Values
  const valueOf = (name: string): unknown =>
    chosen[keyOf(name)] ?? stored[name] ?? fields.find((field) => field.name === name)?.default
  const isUnverified = findDestinationChange({ ...stored, urls: [] }, { ...stored, ...chosen, urls: [] }) !== null
  return fields
    .filter((field) => isShown(field, valueOf))
    .map((field) => (
      <SettingField
        key={keyOf(field.name)}
        field={field}
        value={stored[field.name] ?? field.default}
        isAskedAgain={(isMoved || isUnverified) && isStored(stored[field.name])}
        onChoose={(value) => setChosen((before) => ({ ...before, [keyOf(field.name)]: value }))}
      />
    ))
}

/** Hints for values with several parts. */
const FORMAT_HINTS: Partial<Record<FormField['kind'], MessageDescriptor>> = {
  list: msg`Separate values with commas.`,
  map: msg`One per line, as “Name: value”.`,
}
const SECRET_HINT = msg`Leave a masked value as it is to keep it.`
export const ASKED_AGAIN_HINT = msg`The destination has changed: enter the full value again.`

/** For a list whose values may contain commas and spaces. */
const LINES_HINT = msg`One per line.`

function describeHint({ help, kind, secret, multiline }: FormField, isAskedAgain: boolean): string | undefined {
  const typed = kind === 'list' && multiline ? LINES_HINT : FORMAT_HINTS[kind]
  const kept = secret && t(isAskedAgain ? ASKED_AGAIN_HINT : SECRET_HINT)
  const parts = [help && translateLabel(help).replace(/[^.]$/, '$&.'), typed && t(typed), kept]
  const hint = parts.filter((part) => part !== undefined).join(' ')
  return hint === '' ? undefined : hint
}

function writeValue({ kind, multiline }: FormField, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (kind === 'scalar') return writeScalar(value)
  if (kind === 'list') return (value as readonly unknown[]).join(multiline ? '\n' : ', ')
  if (kind === 'map') return writeHeaders(value as Record<string, string>)
  return `${value as string | number}`
}

interface SettingFieldProps {
  field: FormField
  value: unknown
  isAskedAgain: boolean
  onChoose: (value: string | boolean) => void
}

function SettingField({ field, value, isAskedAgain, onChoose }: SettingFieldProps) {
  const { name, kind, choices = [], multiline } = field
  const optional = field.optional && !field.hint_says_optional
  const text = translateLabel(field.label)
  const label = field.unit === undefined ? text : `${text} (${translateLabel(field.unit)})`
  const hint = describeHint(field, isAskedAgain)
  const common = { name, label, hint, optional }
  if (kind === 'rows') return <SettingRows field={field} hint={hint} initial={value as readonly Values[]} />
  if (kind === 'flag') {
    return (
      <Checkbox
        name={name}
        label={label}
        hint={hint}
        defaultChecked={value === true}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
    )
  }
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

/** The columns of one row, with unique names. */
function nameColumns({ name, columns = [] }: FormField, index: number): FormField[] {
  const inRow = (column: string): string => `${name}.${index}.${column}`
  return columns.map((column) => ({
    ...column,
    name: inRow(column.name),
    ...(column.when && { when: { ...column.when, field: inRow(column.when.field) } }),
  }))
}

const renameKeys = (row: Values, rename: (name: string) => string): Values =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]))

interface SettingRowsProps {
  field: FormField
  hint: string | undefined
  initial: readonly Values[]
}

function SettingRows({ field, hint, initial }: SettingRowsProps) {
  const [rows, setRows] = useState(() => initial.map((row, key) => ({ key, row })))
  const label = translateLabel(field.label)
  const add = () => setRows([...rows, { key: (rows.at(-1)?.key ?? -1) + 1, row: {} }])
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {hint !== undefined && <p className="text-sm text-soft">{hint}</p>}
      <input type="hidden" name={`${field.name}.count`} value={rows.length} />
      {rows.map(({ key, row }, index) => (
        <fieldset key={key} className="grid gap-3 border-l border-line pl-4 sm:grid-cols-2">
          <legend className="sr-only">{`${label} ${index + 1}`}</legend>
          <SettingFields
            fields={nameColumns(field, index)}
            initial={renameKeys(row, (name) => `${field.name}.${index}.${name}`)}
          />
          <div className="sm:col-span-2">
            <Button onClick={() => setRows(rows.filter((each) => each.key !== key))}>{t`Remove`}</Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button onClick={add}>{t`Add`}</Button>
      </div>
    </fieldset>
  )
}

const readRows = (values: FormValues, field: FormField): Values[] =>
  Array.from({ length: Number(values.text(`${field.name}.count`)) }, (_, index) =>
    renameKeys(readSettingFields(values, nameColumns(field, index)), keyOf),
  )

function readValue(values: FormValues, { name, kind, optional, ...field }: FormField): unknown {
  switch (kind) {
    case 'rows':
      return readRows(values, { name, kind, ...field })
    case 'scalar':
      return readScalar(values.text(name))
    case 'flag':
      return values.checked(name)
    case 'number':
      return values.optionalNumber(name) ?? (optional ? null : field.default)
    case 'list':
      if (field.multiline) return readLines(values.text(name))
      return field.numeric ? readList(values.text(name)).map(Number) : readList(values.text(name))
    case 'map':
      return readHeaders(values.text(name))
    default:
      return optional ? (values.optionalText(name) ?? null) : values.text(name)
  }
}

/** The typed values by their API names. Hidden fields get their default. */
export function readSettingFields(values: FormValues, fields: readonly FormField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      isShown(field, (name) => values.text(name)) ? readValue(values, field) : (field.default ?? null),
    ]),
  )
}

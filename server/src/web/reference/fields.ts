import { escapeHtml } from '../../platform/html/escape.ts'
import { nameOf, type Parameter, type Schema } from './document.ts'

const isBounded = ({ type, maximum }: Schema): boolean =>
  (type === 'integer' || type === 'number') && (maximum ?? Infinity) < 9e15

/** As HTML: a named schema is a link to it. */
function renderType(schema: Schema): string {
  const name = nameOf(schema)
  if (name !== undefined) return `<a href="#${name}">${name}</a>`
  if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const))
  if (schema.enum) return escapeHtml(schema.enum.map((value) => JSON.stringify(value)).join(' | '))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(renderType))].join(' | ')
  if (schema.type === 'array') return `array of ${schema.items ? renderType(schema.items) : 'anything'}`
  const type = [schema.type ?? 'anything'].flat().join(' | ')
  return isBounded(schema) ? `${type} ${schema.minimum ?? ''}–${schema.maximum ?? ''}` : type
}

interface Row {
  name: string
  schema: Schema
  required: boolean
  description?: string | undefined
}

function renderRow({ name, schema, required, description = schema.description }: Row): string {
  const notes = [
    required ? 'required' : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    description ?? schema.title ?? '',
  ]
  return `<tr><td class="m">${escapeHtml(name)}</td><td class="m">${renderType(schema)}</td><td>${escapeHtml(notes.filter(Boolean).join('; '))}</td></tr>`
}

const renderTable = (rows: readonly Row[], heading: string): string =>
  rows.length === 0
    ? ''
    : `<h4>${heading}</h4><div class="scroll" tabindex="0"><table>${rows.map(renderRow).join('')}</table></div>`

export const renderParameters = (parameters: readonly Parameter[], heading: string): string =>
  renderTable(
    parameters.map(({ name, schema, required = false, description }) => ({ name, schema, required, description })),
    heading,
  )

/** Lists the fields, but not the fields of nested objects, which the example shows. For a union, lists its members. */
export function renderFields(schema: Schema, heading: string): string {
  const name = nameOf(schema)
  if (name !== undefined) return `<h4>${heading}</h4><p><a href="#${name}">${name}</a></p>`
  const members = schema.oneOf ?? schema.anyOf
  if (members) return `<h4>${heading}</h4><p>One of ${members.map(renderType).join(', ')}.</p>`
  const rows = Object.entries(schema.properties ?? {}).map(([field, inner]) => ({
    name: field,
    schema: inner,
    required: schema.required?.includes(field) ?? false,
  }))
  return renderTable(rows, heading)
}

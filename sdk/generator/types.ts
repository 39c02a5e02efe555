import type { Schema } from './document.ts'

export interface TypeOptions {
  /** Optional fields of an input also take undefined, for callers under exactOptionalPropertyTypes. */
  input?: boolean
  indent?: string
}

export function renderLiteral(value: unknown): string {
  return typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)
}

export const renderKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : renderLiteral(name))

/** A comment for people; a description cannot end it early. */
export const renderComment = (text: string): string => `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */`

const SIMPLE: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function joinUnion(members: readonly string[]): string {
  const distinct = [...new Set(members)]
  return distinct.length === 0 ? 'never' : distinct.join(' | ')
}

function renderObject(schema: Schema, options: TypeOptions): string {
  const { indent = '', input } = options
  const inner = { ...options, indent: `${indent}  ` }
  const { properties = {}, required = [], additionalProperties: rest } = schema
  const names = Object.keys(properties)
  if (names.length === 0) {
    if (rest === false) return 'Record<string, never>'
    return `Record<string, ${typeof rest === 'object' ? renderType(rest, options) : 'unknown'}>`
  }
  const lines = Object.entries(properties).flatMap(([name, property]) => {
    const isRequired = required.includes(name)
    const type = renderType(property, inner)
    const line = `${renderKey(name)}${isRequired ? '' : '?'}: ${type}${input && !isRequired ? ' | undefined' : ''}`
    return property.description === undefined ? [line] : [renderComment(property.description), line]
  })
  if (rest === true || typeof rest === 'object') lines.push('[name: string]: unknown')
  return `{\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}}`
}

function renderArray(schema: Schema, options: TypeOptions): string {
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => renderType(item, options)).join(', ')}]`
  if (typeof schema.items !== 'object') return 'unknown[]'
  const item = renderType(schema.items, options)
  return /^[\w.]+$/.test(item) || item.endsWith('[]') ? `${item}[]` : `Array<${item}>`
}

function renderStructure(schema: Schema, options: TypeOptions): string {
  const { type } = schema
  if (Array.isArray(type)) return joinUnion(type.map((one) => renderStructure({ ...schema, type: one }, options)))
  if (type === 'object' || schema.properties) return renderObject(schema, options)
  if (type === 'array') return renderArray(schema, options)
  return type === undefined ? 'unknown' : (SIMPLE[type] ?? 'unknown')
}

/** The TypeScript type of what a schema accepts. */
export function renderType(schema: Schema, options: TypeOptions = {}): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if ('const' in schema) return renderLiteral(schema.const)
  if (schema.enum) return joinUnion(schema.enum.map(renderLiteral))
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return joinUnion(branches.map((branch) => renderType(branch, options)))
  if (schema.allOf) return schema.allOf.map((part) => `(${renderType(part, options)})`).join(' & ')
  if (schema.not) return 'never'
  return renderStructure(schema, options)
}

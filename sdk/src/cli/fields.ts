import { InvalidArgumentError } from 'commander'
import type { CommandIo } from './io.ts'

/** One field of a request as the command line knows it; made from the API description. */
export interface Field {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'json'
  required?: true
  /** `list`: several values. `map`: several `Name: value`. */
  many?: 'list' | 'map'
  nullable?: true
  values?: readonly (string | number)[]
  help?: string
}

export interface OperationFields {
  summary: string
  params: readonly string[]
  list: boolean
  fields: Readonly<Record<string, Field>>
}

export const toKebab = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()

const PLACEHOLDERS = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'true|false',
  json: 'json',
} as const

export function placeholderOf(field: Field): string {
  if (field.many === 'map') return 'Name: value'
  const one = field.values && field.values.length <= 4 ? field.values.join('|') : PLACEHOLDERS[field.type]
  return field.many ? 'list' : one
}

export function helpOf(field: Field): string {
  const notes = [
    field.help,
    field.values && (field.many || field.values.length > 4) ? `one of ${field.values.join(', ')}` : undefined,
    field.many === 'list' ? 'comma-separated or repeated' : undefined,
    field.many === 'map' ? 'can be repeated' : undefined,
    field.nullable ? "'' clears it" : undefined,
  ]
  return notes.filter((note) => note !== undefined).join('; ')
}

type InputReader = Pick<CommandIo, 'readInput'>

/** `-` reads standard input, so that a secret does not appear in the process list. */
export function readText(text: string, { readInput }: InputReader): string {
  return text === '-'
    ? readInput()
        .toString('utf8')
        .replace(/\r?\n$/, '')
    : text
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArgumentError('It must be JSON.')
  }
}

function readOne(field: Field, text: string, io: InputReader): unknown {
  const { type, values } = field
  if (values && !values.some((value) => String(value) === text)) {
    throw new InvalidArgumentError(`It must be one of: ${values.join(', ')}.`)
  }
  switch (type) {
    case 'string':
      return readText(text, io)
    case 'boolean':
      if (!['true', 'false', '1', '0'].includes(text)) throw new InvalidArgumentError('It must be true or false.')
      return text === 'true' || text === '1'
    case 'json':
      return readJson(text)
    default: {
      const number = Number(text)
      const isRight = type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)
      if (text.trim() === '' || !isRight) {
        throw new InvalidArgumentError(`It must be ${type === 'integer' ? 'a whole number' : 'a number'}.`)
      }
      return number
    }
  }
}

function readPair(text: string): [string, string] {
  const colon = text.indexOf(':')
  if (colon < 1) throw new InvalidArgumentError('It must look like "Name: value".')
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()]
}

/** The value of a flag as the API expects it. `before` is the value of earlier occurrences of the flag. */
export function readFlag(field: Field, text: string, io: InputReader, before?: unknown): unknown {
  if (field.many === 'map') {
    if (text === '') return {}
    const [name, value] = readPair(text)
    return { ...(before as object | undefined), [name]: value }
  }
  if (field.many === 'list') {
    const items = text.split(',').map((item) => item.trim())
    const given = items.filter((item) => item !== '').map((item) => readOne(field, item, io))
    return [...((before as unknown[] | undefined) ?? []), ...given]
  }
  if (text === '' && field.nullable) return null
  return readOne(field, text, io)
}

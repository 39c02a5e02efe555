import { type Fields, skip, textOf, type Translated } from '../entry.ts'

/** Names and indexes. Anything else is a JSONata expression, which has no equivalent in JSONPath. */
const PLAIN_PATH = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])*$/

const unsupported = (note: string): Translated => skip('unsupported_setting', note)

function readPath(text: string): string | null {
  const path = text.replace(/^\$\.?/, '')
  if (path === '') return '$'
  return PLAIN_PATH.test(path) ? `$.${path}` : null
}

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** May be a number or a boolean in the response. Uptime Kuma compares it as text, so that 1 equals "1". A pattern does the same. */
const mayBeTyped = (expected: string): boolean => /^(?:-?\d.*|true|false|null|)$/.test(expected)

const equals = (expected: string): { operator: string; value: string } =>
  mayBeTyped(expected)
    ? { operator: 'matches', value: `^${escapePattern(expected)}$` }
    : { operator: 'equals', value: expected }

function readComparison(operator: string, expected: string): Fields | null {
  switch (operator) {
    case '':
    case '==':
      return equals(expected)
    case '!=': {
      const same = equals(expected)
      return { ...same, operator: `not_${same.operator}` }
    }
    case 'contains':
      return { operator: 'contains', value: expected }
    case '>':
      return { operator: 'greater_than', value: Number(expected) }
    case '<':
      return { operator: 'less_than', value: Number(expected) }
    default:
      return null
  }
}

export function translateJsonQuery(row: Fields): Translated {
  const path = readPath(textOf(row['json_path']))
  if (path === null) return unsupported('The JSON query is an expression. Only a path such as $.status is supported.')
  const operator = textOf(row['json_path_operator'])
  const comparison = readComparison(operator, textOf(row['expected_value']))
  if (comparison === null) return unsupported(`The operator ${operator} of a JSON query is not supported.`)
  return { monitor: { assertions: [{ source: 'json', path, ...comparison }] }, notes: [] }
}

import { z } from 'zod'
import { field } from '../../core/settings-field.ts'

const SOURCES = ['status', 'header', 'body', 'json', 'response_time', 'certificate_days'] as const
const COMPARISONS = ['equals', 'not_equals', 'contains', 'not_contains', 'matches', 'not_matches'] as const
const OPERATORS = [...COMPARISONS, 'less_than', 'greater_than', 'exists', 'not_exists'] as const
type Source = (typeof SOURCES)[number]
type Operator = (typeof OPERATORS)[number]

const ALLOWED_OPERATORS: Record<Source, readonly Operator[]> = {
  status: ['equals', 'not_equals', 'less_than', 'greater_than'],
  header: [...COMPARISONS, 'exists', 'not_exists'],
  body: COMPARISONS,
  json: OPERATORS,
  response_time: ['less_than', 'greater_than'],
  certificate_days: ['less_than', 'greater_than'],
}
const NUMERIC: readonly Source[] = ['status', 'response_time', 'certificate_days']
const WITH_PATH: readonly Source[] = ['header', 'json']
const WITH_VALUE = OPERATORS.filter((operator) => operator !== 'exists' && operator !== 'not_exists')

export const assertionFields = {
  source: field(z.enum(SOURCES), {
    label: 'Source',
    default: 'status',
    choices: {
      status: 'Status code',
      header: 'Header',
      body: 'Body',
      json: 'JSON value',
      response_time: 'Response time (ms)',
      certificate_days: 'Certificate days left',
    },
  }),
  path: field(z.string().trim().min(1).max(200).nullable(), {
    label: 'Header name or JSON path',
    default: null,
    when: { field: 'source', is: WITH_PATH },
  }),
  operator: field(z.enum(OPERATORS), {
    label: 'Operator',
    default: 'equals',
    choices: {
      equals: 'equals',
      not_equals: 'does not equal',
      contains: 'contains',
      not_contains: 'does not contain',
      matches: 'matches pattern',
      not_matches: 'does not match pattern',
      less_than: 'is less than',
      greater_than: 'is greater than',
      exists: 'exists',
      not_exists: 'does not exist',
    },
  }),
  value: field(z.union([z.string().max(500), z.number(), z.boolean(), z.null()]), {
    label: 'Value',
    default: null,
    when: { field: 'operator', is: WITH_VALUE },
  }),
  name: field(z.string().trim().min(1).max(100).nullable(), { label: 'Assertion name', default: null }),
}

/** Returns the field with a conflict and the message, or null. */
function findConflict({ source, path, operator, value }: AssertionRecord): readonly [string, string] | null {
  if (!ALLOWED_OPERATORS[source].includes(operator))
    return ['operator', `must be one of ${ALLOWED_OPERATORS[source].join(', ')} for source ${source}`]
  if (WITH_PATH.includes(source) && path === null) return ['path', `is required for source ${source}`]
  if (!WITH_PATH.includes(source) && path !== null) return ['path', 'is only allowed for sources header and json']
  if (!WITH_VALUE.includes(operator as never))
    return value === null ? null : ['value', `is not allowed with operator ${operator}`]
  if (value === null && (source !== 'json' || !operator.endsWith('equals')))
    return ['value', `is required with operator ${operator}`]
  if ((NUMERIC.includes(source) || operator.endsWith('_than')) && typeof value !== 'number')
    return ['value', 'must be a number']
  if (operator.endsWith('matches') && typeof value !== 'string') return ['value', 'must be a regular expression']
  return null
}

export const AssertionRecord = z.strictObject(assertionFields)
type AssertionRecord = z.output<typeof AssertionRecord>

/** The output has every field; omitted ones are null. */
export const Assertion = z
  .strictObject({
    ...assertionFields,
    path: assertionFields.path.optional(),
    value: assertionFields.value.optional(),
    name: assertionFields.name.optional(),
  })
  .transform(({ source, path = null, operator, value = null, name = null }): AssertionRecord => ({
    source,
    path,
    operator,
    value,
    name,
  }))
  .superRefine((assertion, context) => {
    const conflict = findConflict(assertion)
    if (conflict) context.addIssue({ code: 'custom', path: [conflict[0]], message: conflict[1] })
  })

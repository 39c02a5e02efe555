import fc from 'fast-check'

/** The part of JSON Schema that the OpenAPI file uses. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

const nest = (depth: number): unknown => {
  let value: unknown = []
  for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { a: value }
  return value
}

const HOSTILE_TEXT = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u{10ffff}',
  '\u202e',
  "' or 1=1 --",
  '$1',
  '{}',
  '%00',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'İ'.repeat(120),
  'ß'.repeat(60),
  'a'.repeat(5000),
  '😀'.repeat(300),
  '9'.repeat(400),
  '1e400',
  '-0',
  'NaN',
  'null',
  'true',
  '0x10',
  '2024-02-30T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '+275760-09-13T00:00:00Z',
  'http://',
  'http://[::1]:99999/',
  'https://user:pass@example.com:0/\u2028',
  'javascript:alert(1)',
  'a@b\r\nBcc: c@d',
  '10.0.0.0/33',
  '::ffff:1.2.3.4/129',
  '*',
]
const HOSTILE_NUMBERS = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324, 1e21, 101, 10_001]

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXT) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)) },
)

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { a: null }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(20, 2000).map(nest) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom('x', 1, null), { minLength: 150, maxLength: 300 }) },
)

/** Making one takes 10 ms, and a body has the same few patterns in many fields. */
const matching = new Map<string, fc.Arbitrary<string> | undefined>()

function textMatching(pattern: string): fc.Arbitrary<string> | undefined {
  if (matching.has(pattern)) return matching.get(pattern)
  let text: fc.Arbitrary<string> | undefined
  try {
    text = fc.stringMatching(new RegExp(pattern), { size: 'small' })
  } catch {
    // A pattern that fast-check cannot generate from, such as one with a look-ahead.
  }
  matching.set(pattern, text)
  return text
}

function textFor(schema: Schema): fc.Arbitrary<string> {
  const minLength = schema.minLength ?? 0
  const plain = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(schema.maxLength ?? 20, 40)) })
  if (schema.format === 'date-time') {
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  }
  if (schema.format === 'email') return fc.emailAddress()
  if (schema.format === 'uri') return fc.webUrl()
  if (schema.format === 'ipv4') return fc.ipV4()
  if (schema.format === 'ipv6') return fc.ipV6()
  return (schema.pattern === undefined ? undefined : textMatching(schema.pattern)) ?? plain
}

function objectFor(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valueFor(field, depth + 1)]),
  )
  const known = fc.record(model, { requiredKeys: (schema.required ?? []).filter((name) => name in model) })
  if (typeof schema.additionalProperties !== 'object') return known
  const more = fc.dictionary(
    fc.string({ minLength: 1, maxLength: 8 }),
    valueFor(schema.additionalProperties, depth + 1),
    {
      maxKeys: 3,
    },
  )
  return fc.tuple(known, more).map(([fields, rest]) => ({ ...rest, ...fields }))
}

/** Values that match the schema, as far as the schema describes them. */
export function valueFor(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options && options.length > 0) return fc.oneof(...options.map((option) => valueFor(option, depth)))
  if (schema.allOf?.[0]) return valueFor(schema.allOf[0], depth)
  const types = [schema.type ?? 'any'].flat()
  if (types.length > 1) return fc.oneof(...types.map((type) => valueFor({ ...schema, type }, depth)))
  switch (types[0]) {
    case 'string':
      return textFor(schema)
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -5, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(depth > 4 ? fc.constant(null) : valueFor(schema.items ?? {}, depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)),
      })
    case 'object':
      return objectFor(schema, depth)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

import { MONITOR_TYPES } from '@sitewatch/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reportFigure } from '../../../../test/support/report.ts'
import { sized } from '../../../../test/support/size.ts'
import { type Assertion, type AssertedAnswer, describeAssertion, findBadAssertion, findFailed } from './assertions.ts'

const ANSWER: AssertedAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
  text: JSON.stringify({
    ok: true,
    count: 3,
    name: 'Sitewatch',
    tags: ['a', 'b'],
    none: null,
    items: [{ id: 1 }, { id: 2 }],
  }),
  total_ms: 120,
  certificate_days: 20,
}

const make = (given: Partial<Assertion>): Assertion => ({
  source: 'body',
  path: null,
  operator: 'contains',
  value: null,
  name: null,
  ...given,
})
/** On a busy machine, the time limit may stop a harmless assertion, so it is evaluated again. */
function holds(given: Partial<Assertion>, answer: Partial<AssertedAnswer> = {}): boolean {
  for (let tries = 0; tries < 20; tries++) {
    const failed = findFailed([make(given)], { ...ANSWER, ...answer })
    if (failed !== 'too_slow') return failed.length === 0
  }
  throw new Error('too slow')
}

describe('an assertion', () => {
  it.each<[Partial<Assertion>, boolean]>([
    [{ source: 'status', operator: 'equals', value: 200 }, true],
    [{ source: 'status', operator: 'less_than', value: 200 }, false],
    [{ source: 'status', operator: 'not_equals', value: 500 }, true],
    [{ source: 'header', path: 'Content-Type', operator: 'contains', value: 'json' }, true],
    [{ source: 'header', path: 'set-cookie', operator: 'equals', value: 'b=2' }, true],
    [{ source: 'header', path: 'set-cookie', operator: 'not_equals', value: 'b=2' }, false],
    [{ source: 'header', path: 'x-missing', operator: 'exists' }, false],
    [{ source: 'header', path: 'x-missing', operator: 'not_exists' }, true],
    [{ source: 'header', path: 'x-missing', operator: 'not_contains', value: 'x' }, true],
    [{ source: 'header', path: 'constructor', operator: 'not_exists' }, true],
    [{ source: 'body', operator: 'contains', value: 'Sitewatch' }, true],
    [{ source: 'body', operator: 'matches', value: '"count":\\d+' }, true],
    [{ source: 'body', operator: 'not_matches', value: '(?i)sitewatch' }, false],
    [{ source: 'json', path: '$.ok', operator: 'equals', value: true }, true],
    [{ source: 'json', path: '$.ok', operator: 'equals', value: 'true' }, false],
    [{ source: 'json', path: '$.none', operator: 'equals', value: null }, true],
    [{ source: 'json', path: '$.missing', operator: 'equals', value: null }, false],
    [{ source: 'json', path: '$.missing', operator: 'not_exists' }, true],
    [{ source: 'json', path: '$.none', operator: 'exists' }, true],
    [{ source: 'json', path: '$.count', operator: 'greater_than', value: 2 }, true],
    [{ source: 'json', path: '$.name', operator: 'greater_than', value: 2 }, false],
    [{ source: 'json', path: '$.tags', operator: 'contains', value: 'b' }, true],
    [{ source: 'json', path: '$.items[*].id', operator: 'equals', value: 2 }, true],
    [{ source: 'json', path: '$.items[?@.id > 5]', operator: 'exists' }, false],
    [{ source: 'json', path: '$..id', operator: 'less_than', value: 1 }, false],
    [{ source: 'json', path: '$.name', operator: 'matches', value: '^Site' }, true],
    [{ source: 'response_time', operator: 'less_than', value: 500 }, true],
    [{ source: 'response_time', operator: 'greater_than', value: 500 }, false],
    [{ source: 'certificate_days', operator: 'greater_than', value: 14 }, true],
  ])('%j holds: %j', (given, expected) => {
    expect(holds(given)).toBe(expected)
  })

  it('fails if its subject is missing: a body that is not JSON, the certificate of plain HTTP', () => {
    expect(holds({ source: 'json', path: '$.ok', operator: 'not_exists' }, { text: '<html>' })).toBe(false)
    expect(holds({ source: 'certificate_days', operator: 'greater_than', value: 1 }, { certificate_days: null })).toBe(
      false,
    )
  })

  it('is described by its name, or by its condition', () => {
    expect(describeAssertion(make({ name: 'Healthy' }))).toBe('Healthy')
    expect(describeAssertion(make({ source: 'json', path: '$.ok', operator: 'equals', value: true }))).toBe(
      'json $.ok equals true',
    )
    expect(describeAssertion(make({ source: 'header', path: 'x-a', operator: 'not_exists' }))).toBe(
      'header x-a not exists',
    )
  })
})

describe('a pattern or path', () => {
  it.each([
    [{ operator: 'matches', value: '(' }, 'assertions.0.value'],
    [{ operator: 'matches', value: '(a)\\1' }, 'assertions.0.value'],
    [{ source: 'json', path: 'ok', operator: 'exists' }, 'assertions.0.path'],
    [{ source: 'json', path: '$.a[', operator: 'exists' }, 'assertions.0.path'],
    [{ source: 'json', path: '$[?match(@.a, "(a+)+b")]', operator: 'exists' }, 'assertions.0.path'],
  ] as const)('is refused if it is not valid: %j', (given, field) => {
    expect(findBadAssertion([make(given)])).toMatchObject({ field })
  })

  it('is stopped after 50 ms, and the result is then neither up nor down', () => {
    const deep = `${'['.repeat(40)}1${']'.repeat(40)}`
    const started_ms = performance.now()
    const bomb = `$${'[0,0,0,0]'.repeat(22)}`
    const outcome = findFailed([make({ source: 'json', path: bomb, operator: 'equals', value: 2 })], {
      ...ANSWER,
      text: deep,
    })
    expect(outcome).toBe('too_slow')
    expect(performance.now() - started_ms).toBeLessThan(1000)
  })

  it('fails at once for a document nested deeper than 1,000, not counting brackets in strings', () => {
    const nest = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`
    const exists = (text: string): boolean => holds({ source: 'json', path: '$', operator: 'exists' }, { text })
    expect([1000, 1001].map((depth) => exists(nest(depth)))).toEqual([true, false])
    expect(exists(JSON.stringify(['[{'.repeat(2000), '"['.repeat(2000), '\\']))).toBe(true)
  })

  it('fails without an exception for a document that is nested too deeply', () => {
    const text = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    expect(holds({ source: 'json', path: '$..x', operator: 'exists' }, { text })).toBe(false)
  })
})

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('(a+)+b', 'a'.repeat(500), '$..*', '[[[['),
)
const paths = fc.constantFrom(
  '$',
  '$.a',
  '$..a',
  '$[*]',
  '$[0]',
  '$[::2]',
  '$..[?@.a]',
  "$['a']",
  '$[?@.a > 1]',
  '$.a.b.c',
)
const nestedPaths = fc
  .array(fc.constantFrom('.a', '[*]', '..a', '..[*]', '[0,0]', '[?@.a]', '[::-1]', '..*', '[?count(@..*) > 1]'), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => `$${parts.join('')}`)
/** Up to the 1 MiB that is searched. */
const long = fc
  .tuple(fc.constantFrom('a', 'ab', '{"a":', '[', '[1,', '"', 'é😀'), fc.integer({ min: 1000, max: 1_000_000 }))
  .map(([unit, length]) => unit.repeat(Math.floor(length / unit.length)))
const patterns = fc.oneof(
  fc.constantFrom('(a+)+b', '(a|a)*c', '.*.*.*x', '[^]*', '^$', '(?i)É', 'a{1000}'),
  fc.string(),
)

/** Assertions that are possible for each source, so that every one is evaluated. */
const inputs = fc.oneof(
  fc.record({
    source: fc.constant('body' as const),
    path: fc.constant(null),
    operator: fc.constantFrom('equals', 'contains', 'not_contains'),
    value: fc.string({ maxLength: 500 }),
  }),
  fc.record({
    source: fc.constantFrom('body', 'header'),
    path: fc.constantFrom('content-type', '__proto__', 'x'),
    operator: fc.constantFrom('matches', 'not_matches'),
    value: patterns,
  }),
  fc.record({
    source: fc.constant('json' as const),
    path: fc.oneof(paths, nestedPaths),
    operator: fc.constantFrom('equals', 'contains', 'matches', 'exists', 'less_than'),
    value: fc.oneof(patterns, fc.integer(), fc.boolean()),
  }),
  fc.record({
    source: fc.constantFrom('status', 'response_time', 'certificate_days'),
    path: fc.constant(null),
    operator: fc.constantFrom('less_than', 'greater_than'),
    value: fc.integer(),
  }),
)
type AssertionInput = { source: string; path: string | null; operator: string; value: unknown }

function complete({ source, path, operator, value }: AssertionInput): AssertionInput {
  const isNumeric = operator === 'less_than'
  return {
    source,
    path: source === 'header' || source === 'json' ? path : null,
    operator,
    value:
      operator === 'exists'
        ? null
        : isNumeric
          ? Number(value) || 0
          : operator.endsWith('matches')
            ? String(value)
            : value,
  }
}

describe('assertions', () => {
  it('never throw or use more than 50 ms of processor, for any response and pattern', { timeout: 300_000 }, () => {
    const { assertions } = MONITOR_TYPES.http.settings
    const numRuns = sized(1500, 20_000)
    const times_ms: number[] = []
    let too_slow = 0
    const judge = (given: AssertionInput, body: string): boolean => {
      const parsed = assertions.safeParse([complete(given)])
      if (!parsed.success || findBadAssertion(parsed.data)) return false
      const before = process.threadCpuUsage()
      const failed = findFailed(parsed.data, { ...ANSWER, text: body })
      const { user, system } = process.threadCpuUsage(before)
      times_ms.push((user + system) / 1000)
      if (failed === 'too_slow') too_slow++
      return true
    }
    fc.assert(
      fc.property(inputs, fc.oneof(text, fc.json({ maxDepth: 8 }), long), (given, body) => fc.pre(judge(given, body))),
      { numRuns, maxSkipsPerRun: 100 },
    )
    expect(times_ms.length).toBeGreaterThanOrEqual(numRuns)
    const slowest_ms = Math.max(...times_ms)
    reportFigure(
      `${times_ms.length} fuzzed assertions evaluated: slowest ${slowest_ms.toFixed(1)} ms of processor, ${too_slow} stopped at 50 ms`,
    )
    // A busy machine wakes the watchdog late: 50 holds on a quiet one, which measures it (`npm run test:full`).
    expect(slowest_ms).toBeLessThan(sized(150, 100))
  })
})

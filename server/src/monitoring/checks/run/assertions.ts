import type { SettingsOf } from '@sitewatch/contract'
import { JSONPathEnvironment, JSONPathError, type JSONPathQuery, type JSONValue } from 'json-p3'
import { RE2JS, RE2JSException } from 're2js'
import { runBounded } from './bounded-run.ts'
import type { Expression } from './check-type.ts'

export type Assertion = SettingsOf<'http'>['assertions'][number]

/** The parts of a response that an assertion can check. */
export interface AssertedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly total_ms: number
  readonly certificate_days: number | null
}

/** No check may take more than 50 ms of processor for its assertions, and the watchdog wakes up to 5 ms late on a quiet machine. */
const MAX_MS = 45
const MAX_CACHED = 1000

const paths = new JSONPathEnvironment({ strict: true, maxRecursionDepth: 200 })
// These run patterns of the document or the user in the native engine, which is not linear.
paths.functionRegister.delete('match')
paths.functionRegister.delete('search')

/** Compiling costs more than matching, and the same few are used again and again. */
class Compiler<Compiled> {
  readonly #cache = new Map<string, Compiled>()
  readonly #compile: (text: string) => Compiled

  constructor(compile: (text: string) => Compiled) {
    this.#compile = compile
  }

  has(text: string): boolean {
    return this.#cache.has(text)
  }

  compile(text: string): Compiled {
    const found = this.#cache.get(text) ?? this.#compile(text)
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear()
    this.#cache.set(text, found)
    return found
  }
}
const patterns = new Compiler((text) => RE2JS.compile(text))
const jsonPaths = new Compiler((text): JSONPathQuery => paths.compile(text))

const describeExpression = (
  compiler: Compiler<unknown>,
  { field, text, expected }: { field: string; text: string; expected: string },
): Expression[] =>
  compiler.has(text) ? [] : [{ field, expected, findError: () => describeCompileError(() => compiler.compile(text)) }]

/** The patterns and paths that must still be compiled to know whether they are valid. */
export const listExpressions = (assertions: readonly Assertion[]): Expression[] =>
  assertions.flatMap(({ source, path, operator, value }, index) => [
    ...(source === 'json'
      ? describeExpression(jsonPaths, {
          field: `assertions.${index}.path`,
          text: path ?? '',
          expected: 'a JSON path (RFC 9535)',
        })
      : []),
    ...(operator.endsWith('matches')
      ? describeExpression(patterns, {
          field: `assertions.${index}.value`,
          text: String(value),
          expected: 'a regular expression (RE2)',
        })
      : []),
  ])

function describeCompileError(compile: () => unknown): string | null {
  try {
    compile()
    return null
  } catch (error) {
    if (error instanceof JSONPathError || error instanceof RE2JSException || error instanceof RangeError)
      return error.message.slice(0, 200)
    throw error
  }
}

type Scalar = Assertion['value']

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Whether one found value passes the operator without its "not". */
function isMet(actual: unknown, operator: Assertion['operator'], value: Scalar): boolean {
  switch (operator.replace(/^not_/, '')) {
    case 'equals':
      return actual === value
    case 'contains':
      return Array.isArray(actual) ? actual.includes(value) : textOf(actual).includes(String(value))
    case 'matches':
      return patterns.compile(String(value)).matcher(textOf(actual)).find()
    case 'less_than':
      return typeof actual === 'number' && actual < Number(value)
    case 'greater_than':
      return typeof actual === 'number' && actual > Number(value)
    default:
      return true
  }
}

const NOT_JSON = Symbol('not JSON')

/** Parsing a million opening brackets takes 90 ms of processor and cannot be interrupted, so deeper nesting is not parsed. */
const MAX_NESTING = 1000

function isNestedTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length && depth <= MAX_NESTING; at++) {
    const char = text[at]
    if (char === '[' || char === '{') depth++
    else if (char === ']' || char === '}') depth--
    else if (char === '"') {
      while (++at < text.length && text[at] !== '"') if (text[at] === '\\') at++
    }
  }
  return depth > MAX_NESTING
}

function readJson(text: string): JSONValue | typeof NOT_JSON {
  if (isNestedTooDeep(text)) return NOT_JSON
  try {
    return JSON.parse(text) as JSONValue
  } catch {
    return NOT_JSON
  }
}

const readHeader = (headers: AssertedAnswer['headers'], name: string): readonly string[] =>
  Object.hasOwn(headers, name) ? [headers[name] ?? []].flat() : []

class Evaluation {
  readonly #answer: AssertedAnswer
  #json: JSONValue | typeof NOT_JSON | undefined

  constructor(answer: AssertedAnswer) {
    this.#answer = answer
  }

  /** For a negated operator, no value may pass the operator without its "not". For any other, at least one must. */
  holds({ source, path, operator, value }: Assertion): boolean {
    const found = this.#find(source, path)
    if (found === null) return false
    const expected = source === 'header' || source === 'body' ? String(value) : value
    const isMetByAny = found.some((actual) => isMet(actual, operator, expected))
    return operator.startsWith('not_') ? !isMetByAny : isMetByAny
  }

  /** Null if there is nothing to judge: no certificate, no JSON. */
  #find(source: Assertion['source'], path: string | null): readonly unknown[] | null {
    const { status, headers, text, total_ms, certificate_days } = this.#answer
    switch (source) {
      case 'status':
        return [status]
      case 'header':
        return readHeader(headers, (path ?? '').toLowerCase())
      case 'body':
        return [text]
      case 'response_time':
        return [total_ms]
      case 'certificate_days':
        return certificate_days === null ? null : [certificate_days]
      default:
        this.#json ??= readJson(text)
        return this.#json === NOT_JSON
          ? null
          : jsonPaths
              .compile(path ?? '')
              .query(this.#json)
              .values()
    }
  }
}

/** As the incident lists it: its name, or else its condition. */
export function describeAssertion({ source, path, operator, value, name }: Assertion): string {
  const isValued = operator !== 'exists' && operator !== 'not_exists'
  const words = [source, path, operator.replaceAll('_', ' '), isValued ? textOf(value) : null]
  return name ?? words.filter((word) => word !== null).join(' ')
}

const needsTimeLimit = ({ source, operator }: Assertion): boolean => source === 'json' || operator.endsWith('matches')

/** Returns the assertions that do not hold. A path that recurses too deep counts as not holding. */
export async function findFailed(
  assertions: readonly Assertion[],
  answer: AssertedAnswer,
): Promise<readonly Assertion[] | 'too_slow'> {
  const evaluation = new Evaluation(answer)
  const judge = (): readonly Assertion[] =>
    assertions.filter((assertion) => {
      let holds = false
      const problem = describeCompileError(() => (holds = evaluation.holds(assertion)))
      return problem !== null || !holds
    })
  return assertions.some(needsTimeLimit) ? runBounded(judge, MAX_MS) : judge()
}

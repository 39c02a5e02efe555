import { type Cidr, parseRange } from '../../platform/egress/address.ts'

export interface BadLine {
  /** Counted from 1 in the text that was sent. */
  line: number
  text: string
  why: string
}

interface Parsed<Rules> {
  /** What is stored and shown: one rule per line; null when there is none. */
  text: string | null
  rules: Rules
  bad: BadLine[]
}

export type IpRules = readonly Cidr[]
/** Query parameters that are removed from the URL of a page, or all of them. */
export type ParamRules = 'all' | ReadonlySet<string>

const MAX_LINES = 1000
const MAX_PARAM_LENGTH = 200

/** A person's list: `\r\n` and blank lines are accepted. */
function readLines(text: string | null): { line: number; text: string }[] {
  return (text ?? '')
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ line: index + 1, text: raw.trim() }))
    .filter((entry) => entry.text !== '')
}

function parseLines<Rule>(
  text: string | null,
  parse: (line: string) => Rule | { why: string },
  isRule: (parsed: Rule | { why: string }) => parsed is Rule,
): { text: string | null; rules: Rule[]; bad: BadLine[] } {
  const lines = readLines(text)
  const rules: Rule[] = []
  const bad: BadLine[] = []
  for (const entry of lines.slice(0, MAX_LINES)) {
    const parsed = parse(entry.text)
    if (isRule(parsed)) rules.push(parsed)
    else bad.push({ ...entry, why: parsed.why })
  }
  const firstOverLimit = lines[MAX_LINES]
  if (firstOverLimit) bad.push({ ...firstOverLimit, why: `exceeds the limit of ${MAX_LINES} lines` })
  return { text: lines.length === 0 ? null : lines.map((entry) => entry.text).join('\n'), rules, bad }
}

const BAD_IP = { why: 'is not an IP address or a range such as 192.0.2.0/24' }

export function parseIpRules(text: string | null): Parsed<IpRules> {
  return parseLines<Cidr>(
    text,
    (line) => parseRange(line) ?? BAD_IP,
    (parsed): parsed is Cidr => 'family' in parsed,
  )
}

function parseName(line: string): string | { why: string } {
  if (line.length > MAX_PARAM_LENGTH) return { why: `is longer than ${MAX_PARAM_LENGTH} characters` }
  if (line !== '*' && line.includes('*'))
    return { why: 'contains *. A single * on its own line excludes all parameters' }
  if (/[\p{Cc}&=?#]/u.test(line)) return { why: 'is not a valid query parameter name' }
  return line
}

export function parseParamRules(text: string | null): Parsed<ParamRules> {
  const { rules, ...rest } = parseLines<string>(text, parseName, (parsed) => typeof parsed === 'string')
  return { ...rest, rules: rules.includes('*') ? 'all' : new Set(rules) }
}

/** Whether a rule matches this query parameter (its decoded name; case-sensitive, as in a URL). */
export function isExcludedParam(rules: ParamRules, name: string): boolean {
  return rules === 'all' || rules.has(name)
}

import { readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')

interface DocumentedSetting {
  readonly docs: string
  readonly docs_default?: string
  readonly default?: unknown
}

const START = '<!-- settings: made by "npm run generate" -->'
const END = '<!-- /settings -->'

function describeDefault(value: unknown): string {
  if (value === undefined) return 'required'
  return typeof value === 'number' ? String(value) : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

/** A guide with the table of the declared settings between its two marks. */
export function fillSettings(page: string, settings: Readonly<Record<string, DocumentedSetting>>): string {
  const text = readFileSync(path.join(ROOT, page), 'utf8')
  const [from, to] = [text.indexOf(START), text.indexOf(END)]
  if (from === -1 || to < from) throw new Error(`${page} has no place for its table of settings`)
  const rows = Object.entries(settings).map(
    ([name, setting]) =>
      `| \`${name}\` | ${setting.docs} | ${setting.docs_default ?? describeDefault(setting.default)} |`,
  )
  const table = ['| Field | Values | Default |', '|---|---|---|', ...rows]
  return [text.slice(0, from) + START, '', ...table, '', text.slice(to)].join('\n')
}

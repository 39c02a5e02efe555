import { createHash } from 'node:crypto'

/** A statement with its values bound, never spliced into the text. `Row` is the type of the rows that the caller declares. */
export interface Sql<Row = unknown> {
  readonly text: string
  readonly values: readonly unknown[]
  readonly _row?: Row
}

class Fragment<Row> implements Sql<Row> {
  readonly strings: readonly string[]
  readonly parts: readonly unknown[]
  private built: { text: string; values: unknown[] } | undefined

  constructor(strings: readonly string[], parts: readonly unknown[]) {
    this.strings = strings
    this.parts = parts
  }

  appendTo(out: { text: string; values: unknown[] }): void {
    for (const [index, string] of this.strings.entries()) {
      out.text += string
      if (index >= this.parts.length) continue
      const part = this.parts[index]
      if (part instanceof Fragment) part.appendTo(out)
      else out.text += `$${out.values.push(part)}`
    }
  }

  private build(): { text: string; values: unknown[] } {
    if (!this.built) {
      this.built = { text: '', values: [] }
      this.appendTo(this.built)
    }
    return this.built
  }

  get text(): string {
    return this.build().text
  }

  get values(): readonly unknown[] {
    return this.build().values
  }
}

/** sql`select … where id = ${id}`; another sql`…` inside is composed, everything else becomes a parameter. */
export function sql<Row = unknown>(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql<Row> {
  return new Fragment<Row>(strings, parts)
}

/** The name of a column that the code declares, never one of a request. */
export function sqlName(name: string): Sql {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`${name} is not the name of a column`)
  return new Fragment([name], [])
}

export const emptySql: Sql = new Fragment([''], [])

export function joinSql(parts: readonly Sql[], separator: string): Sql {
  const strings = parts.map((_, index) => (index === 0 ? '' : separator))
  return parts.length === 0 ? emptySql : new Fragment([...strings, ''], parts)
}

const names = new Map<string, string>()
const MAX_NAMES = 1000

/** Named, a statement is parsed and planned once for each connection. Beyond a bound (composed texts) it stays unnamed. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_NAMES) return undefined
  const name = `s${createHash('sha1').update(text).digest('hex').slice(0, 16)}`
  names.set(text, name)
  return name
}

import type { z } from 'zod'
import type { ClickHouse, Query } from '../../platform/clickhouse/index.ts'

type Reader = Pick<ClickHouse, 'read'>
type Rows = Awaited<ReturnType<Reader['read']>>

/** Of all answers together, with their questions. */
const MAX_CHARACTERS = 16_000_000

interface Answer {
  rows: Rows
  characters: number
}

/** The latest answers, up to a size. */
class Answers {
  readonly #answers = new Map<string, Answer>()
  readonly #max: number
  #characters = 0

  constructor(max: number) {
    this.#max = max
  }

  find(key: string): Rows | undefined {
    const found = this.#answers.get(key)
    if (found) {
      this.#answers.delete(key)
      this.#answers.set(key, found)
    }
    return found?.rows
  }

  /** A question by minute has 20,000 characters, and its answer may be empty. */
  add(key: string, rows: Rows): void {
    const characters = key.length + JSON.stringify(rows).length
    this.#answers.set(key, { rows, characters })
    this.#characters += characters
    for (const [oldest, answer] of this.#answers) {
      if (this.#characters <= this.#max) return
      this.#answers.delete(oldest)
      this.#characters -= answer.characters
    }
  }
}

/**
 * Reads a question once that is asked several times at once: the questions of a dashboard all begin with the same one. Answers that
 * cannot change are kept; their values name the builds that they were read from, and a day that is built again has another build.
 */
export function shareReads(clickhouse: Reader, max_characters = MAX_CHARACTERS): Reader {
  const underWay = new Map<string, Promise<Rows>>()
  const kept = new Answers(max_characters)

  async function readAnew<Params extends z.ZodObject, Row extends z.ZodType>(
    key: string,
    query: Query<Params, Row>,
    values: z.input<Params>,
  ): Promise<Rows> {
    const rows = await clickhouse.read(query, values)
    if (query.isImmutable) kept.add(key, rows)
    return rows
  }

  return {
    async read<Params extends z.ZodObject, Row extends z.ZodType>(query: Query<Params, Row>, values: z.input<Params>) {
      const key = `${query.sql}\n${JSON.stringify(values)}`
      const found = query.isImmutable ? kept.find(key) : undefined
      if (found) return found as z.output<Row>[]
      const reading = underWay.get(key) ?? readAnew(key, query, values).finally(() => underWay.delete(key))
      underWay.set(key, reading)
      return (await reading) as z.output<Row>[]
    },
  }
}

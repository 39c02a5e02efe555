import type { z } from 'zod'
import type { ClickHouse, Query } from '../../platform/clickhouse/index.ts'

type Reader = Pick<ClickHouse, 'read'>
type Rows = Awaited<ReturnType<Reader['read']>>

/** Of all answers together: a few megabytes. */
const MAX_ROWS = 50_000

/** The latest answers, up to a number of rows. */
class Answers {
  readonly #rows = new Map<string, Rows>()
  readonly #max: number
  #count = 0

  constructor(max: number) {
    this.#max = max
  }

  find(key: string): Rows | undefined {
    const found = this.#rows.get(key)
    if (found) {
      this.#rows.delete(key)
      this.#rows.set(key, found)
    }
    return found
  }

  /** An empty answer takes memory as well. */
  add(key: string, rows: Rows): void {
    this.#rows.set(key, rows)
    this.#count += rows.length + 1
    for (const [oldest, { length }] of this.#rows) {
      if (this.#count <= this.#max) return
      this.#rows.delete(oldest)
      this.#count -= length + 1
    }
  }
}

/**
 * Reads a question once that is asked several times at once: the questions of a dashboard all begin with the same one. Answers that
 * cannot change are kept; their values name the builds that they were read from, and a day that is built again has another build.
 */
export function shareReads(clickhouse: Reader, max_rows = MAX_ROWS): Reader {
  const underWay = new Map<string, Promise<Rows>>()
  const kept = new Answers(max_rows)

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

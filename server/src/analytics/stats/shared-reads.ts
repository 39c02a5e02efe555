import type { z } from 'zod'
import type { ClickHouse, Query } from '../../platform/clickhouse/index.ts'

type Reader = Pick<ClickHouse, 'read'>
type Rows = Awaited<ReturnType<Reader['read']>>

/** Total size of the cached results and their keys. */
const MAX_CHARACTERS = 16_000_000

interface CachedResult {
  rows: Rows
  characters: number
}

/** The most recently used results, up to a size. */
class ResultCache {
  readonly #results = new Map<string, CachedResult>()
  readonly #max: number
  #characters = 0

  constructor(max: number) {
    this.#max = max
  }

  find(key: string): Rows | undefined {
    const found = this.#results.get(key)
    if (found) {
      this.#results.delete(key)
      this.#results.set(key, found)
    }
    return found?.rows
  }

  /** The key counts too: a query by minute has 20,000 characters, and its result may be empty. */
  add(key: string, rows: Rows): void {
    const characters = key.length + JSON.stringify(rows).length
    this.#results.set(key, { rows, characters })
    this.#characters += characters
    for (const [oldest, result] of this.#results) {
      if (this.#characters <= this.#max) return
      this.#results.delete(oldest)
      this.#characters -= result.characters
    }
  }
}

/**
 * Runs a query once for concurrent callers: all requests of a dashboard start with the same query. Results that cannot change are
 * cached: the values of such a query name the builds that it reads, and a day that is built again has another build.
 */
export function shareReads(clickhouse: Reader, max_characters = MAX_CHARACTERS): Reader {
  const inFlight = new Map<string, Promise<Rows>>()
  const cache = new ResultCache(max_characters)

  async function readUncached<Params extends z.ZodObject, Row extends z.ZodType>(
    key: string,
    query: Query<Params, Row>,
    values: z.input<Params>,
  ): Promise<Rows> {
    const rows = await clickhouse.read(query, values)
    if (query.isImmutable) cache.add(key, rows)
    return rows
  }

  return {
    async read<Params extends z.ZodObject, Row extends z.ZodType>(query: Query<Params, Row>, values: z.input<Params>) {
      const key = `${query.sql}\n${JSON.stringify(values)}`
      const found = query.isImmutable ? cache.find(key) : undefined
      if (found) return found as z.output<Row>[]
      const reading = inFlight.get(key) ?? readUncached(key, query, values).finally(() => inFlight.delete(key))
      inFlight.set(key, reading)
      return (await reading) as z.output<Row>[]
    },
  }
}

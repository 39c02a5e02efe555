import type { List } from './client.gen.ts'

/**
 * Every record of a list, page after page: `for await (const site of paginate(client.websites.list, { favorite: true }))`.
 * A list that needs more than a query is wrapped: `paginate((query) => client.monitors.incidents(7, query))`.
 * Follows the server's link to the next page, whatever parameters it has.
 */
export async function* paginate<T, Query extends object>(
  list: (query?: Query) => Promise<List<T, unknown>>,
  query?: NoInfer<Query>,
): AsyncGenerator<T, void, undefined> {
  let page = await list(query)
  for (;;) {
    yield* page.data
    const { next } = page.links
    if (next === null || page.data.length === 0) return
    const { searchParams } = new URL(next, 'http://base')
    page = await list({ ...query, ...Object.fromEntries(searchParams) } as Query)
  }
}

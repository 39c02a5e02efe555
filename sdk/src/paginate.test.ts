import { describe, expect, it } from 'vitest'
import type { List } from './client.gen.ts'
import { paginate } from './paginate.ts'

const page = (data: number[], next: string | null): List<number> => ({
  data,
  meta: { current_page: 1, per_page: 2, from: 1, to: 2, last_page: 1, total: 2 },
  links: { first: '', last: '', prev: null, next },
})

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

describe('paginate', () => {
  it('follows the link to the next page and keeps the rest of the query', async () => {
    const asked: (object | undefined)[] = []
    const pages = [page([1, 2], 'https://x/api/v1/websites?page=2&after=k7'), page([3], null)]
    const list = async (query?: object): Promise<List<number>> => {
      asked.push(query)
      return pages[asked.length - 1] ?? page([], null)
    }
    expect(await collect(paginate(list, { favorite: true }))).toEqual([1, 2, 3])
    expect(asked).toEqual([{ favorite: true }, { favorite: true, page: '2', after: 'k7' }])
  })

  it('requests a page only when it is needed', async () => {
    let calls = 0
    const list = async (): Promise<List<number>> => {
      calls++
      return page([1, 2], '/api/keys?page=2')
    }
    for await (const row of paginate(list)) if (row === 2) break
    expect(calls).toBe(1)
  })

  it('stops at an empty page even when it links to a next one', async () => {
    expect(await collect(paginate(async () => page([], '/api/keys?page=2')))).toEqual([])
  })
})

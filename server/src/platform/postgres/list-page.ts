import { emptySql, type Sql, sql, type Tx } from './index.ts'

interface PagedList<Row> {
  /** "select …", without "from". */
  select: Sql<Row>
  /** "from … where …", which is also what is counted. */
  from: Sql
  /** Unambiguous, or a row could be on two pages. */
  order_by: Sql
  page: number
  page_size: number
}

/** One page of a list, and how many rows the list has. */
export async function listPage<Row>(
  tx: Tx,
  { select, from, order_by, page, page_size }: PagedList<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    tx.query(sql<Row>`${select} ${from} order by ${order_by} limit ${page_size} offset ${(page - 1) * page_size}`),
    tx.one(sql<{ total: number }>`select count(*) as total ${from}`),
  ])
  return { rows, total }
}

interface NewestFirst<Row> extends PagedList<Row> {
  /** Only rows that follow the one with this ID, instead of those of a page. */
  after: number | undefined
  /** What holds for these rows. */
  follows: Sql
}

/**
 * A page of a list that grows, with the ID of its last row if more follow. The next page begins after that row, so rows that are added
 * in between are not on two pages.
 */
export async function listNewestFirst<Row extends { id: number }>(
  tx: Tx,
  { select, from, order_by, page, page_size, after, follows }: NewestFirst<Row>,
): Promise<{ rows: Row[]; total: number; after: string | null }> {
  const start = after === undefined ? sql`offset ${(page - 1) * page_size}` : emptySql
  const inPage = after === undefined ? emptySql : sql`and ${follows}`
  const [found, { total }] = await Promise.all([
    tx.query(sql<Row>`${select} ${from} ${inPage} order by ${order_by} limit ${page_size + 1} ${start}`),
    tx.one(sql<{ total: number }>`select count(*) as total ${from}`),
  ])
  const rows = found.slice(0, page_size)
  const last = rows.at(-1)
  return { rows, total, after: last && found.length > page_size ? String(last.id) : null }
}

import { type Sql, sql, type Tx } from './index.ts'

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

import type { TestDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'

const ENDS = ['.example.com', '.shop.test', '.blog.example.org', '.io']

/** The n-th domain of a large owner, in another order than the ids. Every tenth is a favourite, every third tagged "prod". */
export const filledDomain = (n: number): string =>
  `site-${String((n * 7919) % 1_000_000).padStart(6, '0')}${ENDS[n % ENDS.length] ?? ''}`
export const isFilledTagged = (n: number): boolean => n % 3 === 0
export const isFilledFavorite = (n: number): boolean => n % 10 === 0

/** Inserted with SQL, because the API would take minutes. Ids increase with n, from `first`. */
export async function fillWebsites(
  { admin }: Pick<TestDatabase, 'admin'>,
  team_id: number,
  count: number,
  first = 1,
): Promise<void> {
  await admin.query(
    `with made as (insert into websites (team_id, domain, tracking_id, tags)
     select $1::bigint, 'site-' || lpad(((n * 7919) % 1000000)::text, 6, '0') || ($3::text[])[1 + n % 4],
       'zz' || lpad($1::bigint::text, 6, '0') || lpad(n::text, 8, '0'),
       case n % 6 when 0 then '{eu,prod}' when 3 then '{prod}' when 1 then '{staging}' else '{}' end::text[]
     from generate_series($4::bigint, $4::bigint + $2::bigint - 1) n order by n returning id, tracking_id)
     insert into website_preferences (team_id, user_id, website_id, favorite)
     select $1, $1, id, true from made where right(tracking_id, 8)::integer % 10 = 0`,
    [team_id, count, ENDS, first],
  )
}

const TABLES = ['websites', 'website_preferences']

/**
 * What autovacuum would do within a minute: without it the planner has no statistics, and index-only scans visit the table.
 * Repeated while another snapshot in the database is older than the rows (for example autovacuum's own analyze): until it ends, a
 * vacuum marks no page as visible to all.
 */
export async function settle({ admin }: Pick<TestDatabase, 'admin'>): Promise<void> {
  await admin.query('checkpoint')
  const listUnseen = async () => {
    await admin.query(`vacuum analyze ${TABLES.join(', ')}`)
    const { rows } = await admin.query(
      'select relname from pg_class where relname = any($1) and relallvisible < relpages',
      [TABLES],
    )
    return rows
  }
  await until(async () => (await listUnseen()).length === 0, 'every page is visible to all', listUnseen)
}

import { randomInt } from 'node:crypto'
import type { ListOf, NewStatusPage, StatusPage, StatusPageChanges } from '@sitewatch/contract'
import { invalid, notFound, problem } from '../../http/problem.ts'
import { sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { normaliseDomain } from '../../analytics/websites/index.ts'
import { recordOf } from './verify-domains.ts'

export interface PageRules {
  base_url: string
  allowSingleLabel: boolean
}

type PageRow = Omit<StatusPage, 'url' | 'domain_record'> & { domain_token: string }

const COLUMNS = sql`'status_page' as object, p.id, p.name, p.slug, p.domain, p.domain_verified_at, p.domain_token, p.description,
  (select coalesce(json_agg(json_build_object('monitor_id', x.monitor_id, 'label', x.label) order by x.position), '[]')
    from status_page_monitors x join monitors m on m.team_id = x.team_id and m.id = x.monitor_id and m.deleted_at is null
    where x.team_id = p.team_id and x.status_page_id = p.id) as monitors,
  array(select x.website_id from status_page_websites x
    where x.team_id = p.team_id and x.status_page_id = p.id order by x.position) as website_ids,
  p.is_public, p.show_response_times,
  (select count(*) from status_subscribers s
    where s.team_id = p.team_id and s.status_page_id = p.id and s.confirmed_at is not null) as subscriber_count,
  p.created_at, p.updated_at`

/** A domain is served with the scheme of BASE_URL. */
export function locatePage({ slug, domain }: { slug: string; domain: string | null }, base_url: string): string {
  return domain === null ? `${base_url}/s/${slug}` : `${new URL(base_url).protocol}//${domain}/`
}

function toPage({ domain_token, ...row }: PageRow, base_url: string): StatusPage {
  const { object, id, name, slug, domain, domain_verified_at, ...rest } = row
  const domain_record = domain === null ? null : recordOf(domain, domain_token)
  const url = locatePage({ slug, domain: domain_verified_at === null ? null : domain }, base_url)
  return { object, id, name, slug, domain, domain_verified_at, domain_record, url, ...rest }
}

/** Users sign in on the host of BASE_URL: no page may be served there. */
function readDomain(text: string | null, { base_url, allowSingleLabel }: PageRules): string | null {
  if (text === null) return null
  const named = normaliseDomain(text, { allowSingleLabel })
  if (!named.ok) throw invalid('domain', 'invalid_format', `domain ${named.why}.`)
  const own = normaliseDomain(new URL(base_url).hostname, { allowSingleLabel: true })
  if (own.ok && own.domain === named.domain) {
    throw invalid('domain', 'invalid_value', 'domain must differ from the domain of this Sitewatch server.')
  }
  return named.domain
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Readable, and not guessable from the name alone. */
export function makeSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '')
  const suffix = Array.from({ length: 6 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
  return `${words === '' ? 'status' : words}-${suffix}`
}

/** Another page has that address. Saying so reveals nothing: anybody can open it. */
async function refuseTaken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (sqlState(error) !== '23505') throw error
    const field = (error as { constraint?: unknown }).constraint === 'status_pages_slug' ? 'slug' : 'domain'
    const message = `A status page with this ${field} already exists.`
    throw problem('already_exists', {
      detail: message,
      errors: [{ field, code: 'already_exists', message }],
      cause: error,
    })
  })
}

/** Missing, deleted and another user's records get the same answer. */
async function saveMonitors(tx: UserTx, page_id: number, monitors: StatusPage['monitors']): Promise<void> {
  await tx.execute(sql`delete from status_page_monitors where team_id = ${tx.team_id} and status_page_id = ${page_id}`)
  const saved = await tx.execute(sql`
    insert into status_page_monitors (team_id, status_page_id, monitor_id, position, label)
    select m.team_id, ${page_id}, m.id, w.position, w.label
    from unnest(${monitors.map((each) => each.monitor_id)}::bigint[], ${monitors.map((each) => each.label)}::text[])
      with ordinality as w (id, label, position)
    join monitors m on m.team_id = ${tx.team_id} and m.id = w.id and m.deleted_at is null`)
  if (saved !== monitors.length) throw notFound()
}

async function saveWebsites(tx: UserTx, page_id: number, website_ids: readonly number[]): Promise<void> {
  await tx.execute(sql`delete from status_page_websites where team_id = ${tx.team_id} and status_page_id = ${page_id}`)
  const saved = await tx.execute(sql`
    insert into status_page_websites (team_id, status_page_id, website_id, position)
    select s.team_id, ${page_id}, s.id, w.position from unnest(${website_ids}::bigint[]) with ordinality as w (id, position)
    join websites s on s.team_id = ${tx.team_id} and s.id = w.id`)
  if (saved !== website_ids.length) throw notFound()
}

/** An administrator decides what the server serves, even for names outside public DNS. */
const verifiedAt = (tx: UserTx, domain: string | null) =>
  sql`case when ${domain}::text is not null and (select is_administrator from users where id = ${tx.user_id})
    then clock_timestamp() end`

export async function insertPage(tx: UserTx, rules: PageRules, input: NewStatusPage): Promise<StatusPage> {
  const domain = readDomain(input.domain, rules)
  const { id } = await refuseTaken(
    tx.one(sql<{ id: number }>`
      insert into status_pages (team_id, name, slug, domain, domain_verified_at, description, is_public, show_response_times)
      values (${tx.team_id}, ${input.name}, ${input.slug ?? makeSlug(input.name)}, ${domain}, ${verifiedAt(tx, domain)},
        ${input.description}, ${input.is_public}, ${input.show_response_times})
      returning id`),
  )
  await saveMonitors(tx, id, input.monitors)
  await saveWebsites(tx, id, input.website_ids)
  return readPage(tx, rules, id)
}

export async function readPage(tx: UserTx, { base_url }: PageRules, id: number): Promise<StatusPage> {
  const row = await tx.maybe(sql<PageRow>`
    select ${COLUMNS} from status_pages p where p.team_id = ${tx.team_id} and p.id = ${id}`)
  if (!row) throw notFound()
  return toPage(row, base_url)
}

export async function listPages(
  tx: UserTx,
  { base_url }: PageRules,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ListOf<StatusPage>> {
  const { rows, total } = await listPage(tx, {
    select: sql<PageRow>`select ${COLUMNS}`,
    from: sql`from status_pages p where p.team_id = ${tx.team_id}`,
    order_by: sql`p.id desc`,
    page,
    page_size: pageSize,
  })
  return { rows: rows.map((row) => toPage(row, base_url)), total }
}

export async function updatePage(
  tx: UserTx,
  rules: PageRules,
  { id, changes }: { id: number; changes: StatusPageChanges },
): Promise<StatusPage> {
  const before = await lockPage(tx, rules, id)
  if (!before) throw notFound()
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(defined).length === 0) return before
  const next = { ...before, ...defined } as StatusPage
  const domain = changes.domain === undefined ? before.domain : readDomain(changes.domain, rules)
  await refuseTaken(
    tx.execute(sql`
      update status_pages set name = ${next.name}, slug = ${next.slug}, domain = ${domain},
        domain_verified_at = case when domain = ${domain} then domain_verified_at else ${verifiedAt(tx, domain)} end,
        domain_checked_at = case when domain = ${domain} then domain_checked_at end, description = ${next.description}, is_public = ${next.is_public}, show_response_times = ${next.show_response_times}
      where team_id = ${tx.team_id} and id = ${id}`),
  )
  if (changes.monitors) await saveMonitors(tx, id, changes.monitors)
  if (changes.website_ids) await saveWebsites(tx, id, changes.website_ids)
  return readPage(tx, rules, id)
}

export async function deletePage(tx: UserTx, id: number): Promise<{ id: number }> {
  const gone = await tx.execute(sql`delete from status_pages where team_id = ${tx.team_id} and id = ${id}`)
  if (gone === 0) throw notFound()
  return { id }
}

export async function lockPage(tx: UserTx, { base_url }: PageRules, id: number): Promise<StatusPage | undefined> {
  const row = await tx.maybe(sql<PageRow>`
    select ${COLUMNS} from status_pages p where p.team_id = ${tx.team_id} and p.id = ${id} for no key update`)
  return row && toPage(row, base_url)
}

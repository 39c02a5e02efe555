import type { ListOf, StatusPage } from '@sitewatch/contract'
import type { Actor } from '../../http/auth.ts'
import { notFound, problem } from '../../http/problem.ts'
import { emptySql, sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { below } from './page-urls.ts'
import {
  makeSlug,
  type PageRules,
  passwordMissing,
  type PreparedChanges,
  type PreparedLogo,
  type PreparedPage,
  readDomain,
} from './settings.ts'
import { recordOf } from './verify-domains.ts'

type PageRow = Omit<StatusPage, 'url' | 'domain_record' | 'website_ids' | 'logo'> & {
  domain_token: string
  logo_type: string | null
  logo_width: number | null
  logo_height: number | null
  logo_hash: string | null
}

const COLUMNS = sql`'status_page' as object, p.id, p.name, p.slug, p.domain, p.domain_verified_at, p.domain_token, p.description,
  (select coalesce(json_agg(json_build_object('monitor_id', x.monitor_id, 'label', x.label, 'group', x.group_name) order by x.position), '[]')
    from status_page_monitors x join monitors m on m.team_id = x.team_id and m.id = x.monitor_id and m.deleted_at is null
    where x.team_id = p.team_id and x.status_page_id = p.id) as monitors,
  (select coalesce(json_agg(json_build_object('website_id', x.website_id, 'label', x.label, 'group', x.group_name) order by x.position), '[]')
    from status_page_websites x where x.team_id = p.team_id and x.status_page_id = p.id) as websites,
  p.visibility, p.has_password, p.visibility = 'public' as is_public, p.accent_color, p.logo_type, p.logo_width, p.logo_height, p.logo_hash,
  p.show_response_times,
  (select count(*) from status_subscribers s
    where s.team_id = p.team_id and s.status_page_id = p.id and s.confirmed_at is not null) as subscriber_count,
  p.created_at, p.updated_at`

/** A domain is served with the scheme of BASE_URL. */
export function locatePage({ slug, domain }: { slug: string; domain: string | null }, base_url: string): string {
  return domain === null ? `${base_url}/s/${slug}` : `${new URL(base_url).protocol}//${domain}/`
}

function toPage(row: PageRow, base_url: string): StatusPage {
  const { domain_token, logo_type, logo_width, logo_height, logo_hash, ...stored } = row
  const { object, id, name, slug, domain, domain_verified_at, description, monitors, websites, ...rest } = stored
  const { visibility, has_password, is_public, accent_color, ...last } = rest
  const domain_record = domain === null ? null : recordOf(domain, domain_token)
  const url = locatePage({ slug, domain: domain_verified_at === null ? null : domain }, base_url)
  const logo =
    logo_type === null
      ? null
      : {
          type: logo_type,
          width: logo_width ?? 0,
          height: logo_height ?? 0,
          url: `${below(url.replace(/\/$/, ''), 'logo')}?v=${logo_hash}`,
        }
  const address = { slug, domain, domain_verified_at, domain_record, url }
  const website_ids = websites.map(({ website_id }) => website_id)
  const look = { visibility, has_password, is_public, accent_color, logo }
  return { object, id, name, ...address, description, monitors, website_ids, websites, ...look, ...last }
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

/** Missing, deleted and another team's records get the same answer. */
async function saveMonitors(tx: UserTx, page_id: number, monitors: StatusPage['monitors']): Promise<void> {
  await tx.execute(sql`delete from status_page_monitors where team_id = ${tx.team_id} and status_page_id = ${page_id}`)
  const saved = await tx.execute(sql`
    insert into status_page_monitors (team_id, status_page_id, monitor_id, position, label, group_name)
    select m.team_id, ${page_id}, m.id, w.position, w.label, w.group_name
    from unnest(${monitors.map((each) => each.monitor_id)}::bigint[], ${monitors.map((each) => each.label)}::text[],
      ${monitors.map((each) => each.group)}::text[]) with ordinality as w (id, label, group_name, position)
    join monitors m on m.team_id = ${tx.team_id} and m.id = w.id and m.deleted_at is null`)
  if (saved !== monitors.length) throw notFound()
}

async function saveWebsites(tx: UserTx, page_id: number, websites: StatusPage['websites']): Promise<void> {
  await tx.execute(sql`delete from status_page_websites where team_id = ${tx.team_id} and status_page_id = ${page_id}`)
  const saved = await tx.execute(sql`
    insert into status_page_websites (team_id, status_page_id, website_id, position, label, group_name)
    select s.team_id, ${page_id}, s.id, w.position, w.label, w.group_name
    from unnest(${websites.map((each) => each.website_id)}::bigint[], ${websites.map((each) => each.label)}::text[],
      ${websites.map((each) => each.group)}::text[]) with ordinality as w (id, label, group_name, position)
    join websites s on s.team_id = ${tx.team_id} and s.id = w.id`)
  if (saved !== websites.length) throw notFound()
}

/** The websites of a request, in the long or the short form; undefined if it has neither. */
function readWebsites(
  { websites, website_ids }: Pick<PreparedChanges, 'websites' | 'website_ids'>,
  before: StatusPage['websites'],
): StatusPage['websites'] | undefined {
  const known = new Map(before.map((each) => [each.website_id, each]))
  return websites ?? website_ids?.map((website_id) => known.get(website_id) ?? { website_id, label: null, group: null })
}

interface WriteRules extends PageRules {
  caller: Pick<Actor, 'kind'>
}

/**
 * A domain that an administrator sets counts as verified, even one outside public DNS: administrators decide what the server serves.
 * A key of theirs does not.
 */
const verifiedAt = (tx: UserTx, { caller }: WriteRules, domain: string | null) =>
  sql`case when ${caller.kind === 'session'} and ${domain}::text is not null
    and (select is_administrator from users where id = ${tx.user_id}) then clock_timestamp() end`

/** What the short form "is_public" says. */
const visibilityOf = (is_public: boolean): StatusPage['visibility'] => (is_public ? 'public' : 'team')

export async function insertPage(tx: UserTx, rules: WriteRules, input: PreparedPage): Promise<StatusPage> {
  const domain = readDomain(input.domain, rules)
  const { id } = await refuseTaken(
    tx.one(sql<{ id: number }>`
      insert into status_pages (team_id, name, slug, domain, domain_verified_at, description, visibility, password_hash, password_version,
        accent_color, show_response_times)
      values (${tx.team_id}, ${input.name}, ${input.slug ?? makeSlug(input.name)}, ${domain}, ${verifiedAt(tx, rules, domain)},
        ${input.description}, ${input.visibility ?? visibilityOf(input.is_public ?? true)}, ${input.password_hash},
        ${input.password_hash === null ? 0 : 1}, ${input.accent_color}, ${input.show_response_times})
      returning id`),
  )
  await saveMonitors(tx, id, input.monitors)
  await saveWebsites(tx, id, readWebsites(input, []) ?? [])
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
  rules: WriteRules,
  { id, changes }: { id: number; changes: PreparedChanges },
): Promise<StatusPage> {
  const before = await lockPage(tx, rules, id)
  if (!before) throw notFound()
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(defined).length === 0) return before
  const next = { ...before, ...defined } as StatusPage
  if (changes.visibility === undefined && next.is_public !== before.is_public) {
    next.visibility = visibilityOf(next.is_public)
  }
  const { password_hash } = changes
  if (next.visibility === 'password' && !before.has_password && password_hash === undefined) throw passwordMissing()
  const domain = changes.domain === undefined ? before.domain : readDomain(changes.domain, rules)
  await refuseTaken(
    tx.execute(sql`
      update status_pages set name = ${next.name}, slug = ${next.slug}, domain = ${domain},
        domain_verified_at = case when domain = ${domain} then domain_verified_at else ${verifiedAt(tx, rules, domain)} end,
        domain_checked_at = case when domain = ${domain} then domain_checked_at end, description = ${next.description}, visibility = ${next.visibility},
        accent_color = ${next.accent_color},
        ${password_hash === undefined ? emptySql : sql`password_hash = ${password_hash}, password_version = password_version + 1,`}
        show_response_times = ${next.show_response_times}
      where team_id = ${tx.team_id} and id = ${id}`),
  )
  if (changes.monitors) await saveMonitors(tx, id, changes.monitors)
  const websites = readWebsites(changes, before.websites)
  if (websites) await saveWebsites(tx, id, websites)
  return readPage(tx, rules, id)
}

export async function deletePage(tx: UserTx, id: number): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`delete from status_pages where team_id = ${tx.team_id} and id = ${id}`)
  if (deleted === 0) throw notFound()
  return { id }
}

export async function lockPage(tx: UserTx, { base_url }: PageRules, id: number): Promise<StatusPage | undefined> {
  const row = await tx.maybe(sql<PageRow>`
    select ${COLUMNS} from status_pages p where p.team_id = ${tx.team_id} and p.id = ${id} for no key update`)
  return row && toPage(row, base_url)
}

/** Null removes it. */
export async function saveLogo(
  tx: UserTx,
  rules: PageRules,
  { id, logo }: { id: number; logo: PreparedLogo | null },
): Promise<StatusPage> {
  const saved = await tx.execute(sql`
    update status_pages set logo = ${logo?.bytes ?? null}, logo_type = ${logo?.type ?? null}, logo_width = ${logo?.width ?? null},
      logo_height = ${logo?.height ?? null}
    where team_id = ${tx.team_id} and id = ${id}`)
  if (saved === 0) throw notFound()
  return readPage(tx, rules, id)
}

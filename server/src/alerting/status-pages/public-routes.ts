import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { type AddressReader, networkOf } from '../../http/client-address.ts'
import { problem } from '../../http/problem.ts'
import { type Bucket, consumeAll, createBucket } from '../../http/rate-limit.ts'
import type { HttpServer } from '../../http/server.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { currentLanguage, inLanguage } from '../../platform/text/index.ts'
import { normaliseDomain } from '../../analytics/websites/index.ts'
import { renderFeed, renderJson } from './feed.ts'
import { describeStatusPolicy } from './layout.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { type Address, asPageOwner, findPublicPageUnscoped, readSource } from './public-store.ts'
import { below, renderStatusPage } from './render.ts'
import { buildView, type PublicView } from './view.ts'

export interface PublicParts {
  config: Pick<
    Config,
    'BASE_URL' | 'SITEWATCH_RATE_LIMIT_PER_MINUTE' | 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'
  >
  postgres: Postgres
  /** Without a mailer nobody can subscribe, and no page offers it. */
  hasMailer: boolean
  readAddress: AddressReader
}

/** The URL of a page, and the path that its links start with. */
interface PageUrl {
  address: Address
  path: string
  url: string
}

type Kind = 'page' | 'feed.atom' | 'status.json'

interface Rendering {
  type: string
  headers: Record<string, string>
  render: (view: PublicView, page_url: PageUrl, page: { takes_subscribers: boolean; base_url: string }) => string
}

const EVERYBODY = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
const FEED_NAME: Kind = 'feed.atom'

const RENDERINGS: Readonly<Record<Kind, Rendering>> = {
  page: {
    type: 'text/html; charset=utf-8',
    headers: {},
    render: (view, { path }, page) => renderStatusPage(view, { path, ...page }),
  },
  [FEED_NAME]: {
    type: 'application/atom+xml; charset=utf-8',
    headers: EVERYBODY,
    render: (view, { url }) => renderFeed(view, url, `${url.replace(/\/$/, '')}/${FEED_NAME}`),
  },
  'status.json': {
    type: 'application/json; charset=utf-8',
    headers: EVERYBODY,
    render: (view, { url }) => renderJson(view, url),
  },
}

/** The same bytes as for any unknown path. */
export const noSuchPage = () => problem('not_found', { detail: 'Path not found.' })

const SLUG = /^[a-z0-9-]{3,60}$/

export function urlOfSlug(base_url: string, slug: string): PageUrl {
  if (!SLUG.test(slug)) throw noSuchPage()
  const url = `${base_url}/s/${slug}`
  return { address: { slug }, path: new URL(url).pathname, url }
}

const urlOfDomain = (base_url: string, domain: string): PageUrl => ({
  address: { domain },
  path: '/',
  url: `${new URL(base_url).protocol}//${domain}/`,
})

interface Public extends PublicParts {
  cache: PageCache
  /** Resolves once the cache is notified of every change to a page. */
  listen: () => Promise<unknown>
  bucket: Bucket
  policy: string
}

async function renderNow(
  { postgres, hasMailer, config }: Public,
  page_url: PageUrl,
  kind: Kind,
): Promise<string | null> {
  const found = await findPublicPageUnscoped(postgres, page_url.address)
  if (!found) return null
  const source = await asPageOwner(postgres, found.team_id, (tx) => readSource(tx, found.id), { readOnly: true })
  if (!source) return null
  const links = { takes_subscribers: hasMailer, base_url: config.BASE_URL }
  // Programs read the feed and the JSON.
  return inLanguage(kind === 'page' ? currentLanguage() : 'en', () =>
    RENDERINGS[kind].render(buildView(source), page_url, links),
  )
}

function limit({ bucket, readAddress }: Public, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const address = readAddress(request.socket.remoteAddress, request.headers['x-forwarded-for'])
  return consumeAll([[bucket, networkOf(address)]], (headers) => void reply.headers(headers))
}

/** False when there is no such page. */
async function sendRendering(
  parts: Public,
  page_url: PageUrl,
  { kind, reply }: { kind: Kind; reply: FastifyReply },
): Promise<boolean> {
  await parts.listen()
  const text = await parts.cache.get(`${kind} ${page_url.url}`, () => renderNow(parts, page_url, kind))
  if (text === null) return false
  const { type, headers } = RENDERINGS[kind]
  if (kind === 'page') reply.headers({ 'content-security-policy': parts.policy, vary: 'accept-language' })
  void reply
    .headers({ ...headers, 'cache-control': 'public, max-age=0, s-maxage=15' })
    .type(type)
    .send(text)
  return true
}

/** The paths of a page on its own domain. Other paths of that host behave as everywhere. */
const PATHS_OF_DOMAIN = new Map<string, Kind>([
  ['/', 'page'],
  ['/feed.atom', 'feed.atom'],
  ['/status.json', 'status.json'],
])

/** The domain of a request, when it may belong to a page; null for this server's own. */
export function createHostReader(base_url: string): (request: FastifyRequest) => string | null {
  const read = (host: string): string | null => {
    const named = normaliseDomain(host, { allowSingleLabel: true })
    return named.ok ? named.domain : null
  }
  const own = new URL(base_url)
  const ownDomain = read(own.hostname)
  return ({ headers: { host } }) => {
    if (host === undefined || host === own.host) return null
    const domain = read(host)
    return domain === ownDomain ? null : domain
  }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/'

/**
 * A hook and not a route, because "/" of another host is another page, and the hosts change at run time. It uses the callback
 * form, and looks only at the path of all other requests.
 */
function mountDomains({ app }: HttpServer, parts: Public): void {
  const readHost = createHostReader(parts.config.BASE_URL)
  const answer = async (request: FastifyRequest, reply: FastifyReply, domain: string): Promise<boolean> => {
    const kind = PATHS_OF_DOMAIN.get(pathOf(request))
    if (!kind) return false
    await limit(parts, request, reply)
    // HSTS is for the host of BASE_URL; this host belongs to the owner of the page.
    reply.removeHeader('strict-transport-security')
    return sendRendering(parts, urlOfDomain(parts.config.BASE_URL, domain), { kind, reply })
  }
  app.addHook('preHandler', (request, reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const domain = isRead && PATHS_OF_DOMAIN.has(pathOf(request)) ? readHost(request) : null
    if (domain === null) return done()
    answer(request, reply, domain).then((isSent) => (isSent ? undefined : done()), done)
  })
}

const KINDS = ['page', 'feed.atom', 'status.json'] as const satisfies Kind[]

/** "/slug domain …", as the trigger writes it; null when notifications may have been missed. One connection, opened by the first reader. */
function createListener({ postgres, config }: PublicParts, cache: PageCache): () => Promise<unknown> {
  let listening: Promise<unknown> | undefined
  const forget = (payload: string | null): void => {
    if (payload === null) return cache.clear()
    for (const name of payload.split(' ')) {
      const { url } = name.startsWith('/')
        ? urlOfSlug(config.BASE_URL, name.slice(1))
        : urlOfDomain(config.BASE_URL, name)
      for (const kind of KINDS) cache.drop(`${kind} ${url}`)
    }
  }
  return () => (listening ??= postgres.listen('status_pages', forget))
}

/** The public pages. A private page answers the same 404 as a missing one. */
export function mountPublicPages(server: HttpServer, given: PublicParts): void {
  const cache = createPageCache()
  const parts: Public = {
    ...given,
    cache,
    listen: createListener(given, cache),
    policy: describeStatusPolicy(given.config.BASE_URL),
    bucket: createBucket('status_page', given.config.SITEWATCH_RATE_LIMIT_PER_MINUTE, 60),
  }
  for (const kind of KINDS) {
    const path = kind === 'page' ? '/s/:slug' : below('/s/:slug', kind)
    server.app.get<{ Params: { slug: string } }>(path, { config: { id: `status ${kind}` } }, async (request, reply) => {
      await limit(parts, request, reply)
      const page_url = urlOfSlug(parts.config.BASE_URL, request.params.slug)
      if (!(await sendRendering(parts, page_url, { kind, reply }))) throw noSuchPage()
      return reply
    })
  }
  mountDomains(server, parts)
}

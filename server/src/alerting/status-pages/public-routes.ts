import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../http/client-address.ts'
import { type Bucket, consumeAll, createBucket } from '../../http/rate-limit.ts'
import type { HttpServer } from '../../http/server.ts'
import { createViewerCookies } from '../../analytics/public-stats/index.ts'
import { isConnectionError } from '../../platform/postgres/index.ts'
import { findAccess, mayRead } from './access.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import type { PageContext, PublicParts } from './page-context.ts'
import { below, createHostReader, noSuchPage, type PageUrl, urlOfDomain, urlOfSlug } from './page-urls.ts'
import { sendPasswordForm } from './password-page.ts'
import { findPublicPageUnscoped, type FoundPage } from './public-store.ts'
import { FEED_NAME, FILE_PATHS, findRendering, render, type Rendered, sizeOfRendered } from './renderings.ts'

interface Caches {
  pages: PageCache<FoundPage | null>
  renderings: PageCache<Rendered | null>
  /** Resolves once the caches are notified of every change to a page. */
  listen: () => Promise<unknown>
}

/**
 * The payload of a notification is "/slug domain …", as the trigger writes it, or null when notifications may have been missed. There is
 * one connection, opened by the first reader.
 */
function createCaches({ app, outage }: HttpServer, { postgres, config }: PublicParts): Caches {
  const onStale = (error: unknown): void => {
    if (isConnectionError(error)) outage.failed('Postgres', error)
    else app.log.error({ err: error }, 'rendering a status page failed; its last copy is shown')
  }
  const pages = createPageCache<FoundPage | null>({ sizeOf: () => 500, onStale })
  const renderings = createPageCache<Rendered | null>({ sizeOf: sizeOfRendered, onStale })
  const invalidate = (payload: string | null): void => {
    if (payload === null) {
      pages.expire()
      return renderings.expire()
    }
    for (const name of payload.split(' ')) {
      const { url } = name.startsWith('/')
        ? urlOfSlug(config.BASE_URL, name.slice(1))
        : urlOfDomain(config.BASE_URL, name)
      pages.drop(url)
      renderings.drop(url)
    }
  }
  let listening: Promise<unknown> | undefined
  return { pages, renderings, listen: () => (listening ??= postgres.listen('status_pages', invalidate)) }
}

const REF = /^[0-9a-f]{12}$/
const MAX_REFS = 150

/** The components in the URL of a feed, sorted so that the same choice is rendered once. */
function readRefs(request: FastifyRequest): string[] {
  const requested = new URLSearchParams(request.url.split('?', 2)[1] ?? '').getAll('component')
  return [...new Set(requested.filter((ref) => REF.test(ref)))].sort().slice(0, MAX_REFS)
}

const acceptsGzip = (header: string | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(header ?? '')

const PROTECTED = { 'x-robots-tag': 'noindex, nofollow', 'cross-origin-resource-policy': 'same-origin' }

function send(request: FastifyRequest, reply: FastifyReply, rendered: Rendered, isOpen: boolean): void {
  const isPicture = rendered.gzipped === null
  const publicCaching = isPicture ? 'public, max-age=86400' : 'public, max-age=0, s-maxage=15, stale-if-error=3600'
  void reply.headers({ ...rendered.headers, 'cache-control': isOpen ? publicCaching : 'private, no-store' })
  if (!isOpen) void reply.headers(PROTECTED).removeHeader('access-control-allow-origin')
  if (!isPicture) void reply.header('vary', 'accept-language, accept-encoding')
  if (rendered.gzipped && acceptsGzip(request.headers['accept-encoding']))
    void reply.header('content-encoding', 'gzip').send(rendered.gzipped)
  else void reply.send(rendered.body)
}

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  what: { name: string; page_url: PageUrl },
) => Promise<boolean>

/** Returns false if the page, or that file of it, does not exist. Without the password, only the password form is served. */
function createAnswer(context: PageContext, { renderings }: Caches): Answer {
  const parts = { postgres: context.postgres, base_url: context.config.BASE_URL, channels: context.channels }
  return async (request, reply, { name, page_url }) => {
    const rendering = findRendering(name)
    const opened = rendering && (await context.open(request, reply, page_url))
    if (!opened) return false
    const { page, access } = opened
    if (access === 'locked' && rendering.isPage) {
      sendPasswordForm(reply, context.config.BASE_URL, { path: page_url.path })
      return true
    }
    if (!mayRead(access)) return false
    const refs = name === FEED_NAME ? readRefs(request) : []
    const rendered = await renderings.get(page_url.url, `${name} ${refs.join()}`, () =>
      render(parts, page, { name, rendering, page_url, refs }),
    )
    if (!rendered) return false
    send(request, reply, rendered, access === 'open')
    return true
  }
}

/** The requested path below the root of a domain. Other paths of that host behave as everywhere. */
const nameOf = (request: FastifyRequest): string => (request.url.split('?', 1)[0] ?? '/').slice(1)

/**
 * A hook and not a route, because "/" of another host is another page, and the hosts change at run time. It uses the callback
 * form, and reads only the path of all other requests.
 */
function mountDomains({ app }: HttpServer, { config }: PageContext, answer: Answer): void {
  const readHost = createHostReader(config.BASE_URL)
  const answerDomain = async (request: FastifyRequest, reply: FastifyReply, domain: string): Promise<boolean> => {
    // HSTS is for the host of BASE_URL; this host belongs to the team of the page.
    reply.removeHeader('strict-transport-security')
    return answer(request, reply, { name: nameOf(request), page_url: urlOfDomain(config.BASE_URL, domain) })
  }
  app.addHook('preHandler', (request, reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const domain = isRead && findRendering(nameOf(request)) ? readHost(request) : null
    if (domain === null) return done()
    answerDomain(request, reply, domain).then((isSent) => (isSent ? undefined : done()), done)
  })
}

function createContext(parts: PublicParts, { pages, listen }: Caches): PageContext {
  const { config, postgres, authenticator, cookie_name, readAddress } = parts
  const bucket: Bucket = createBucket('status_page', config.SITEWATCH_RATE_LIMIT_PER_MINUTE, 60)
  const cookies = createViewerCookies({
    secret: config.SITEWATCH_SECRET,
    purpose: 'status page viewer',
    base_url: config.BASE_URL,
  })
  const access = { authenticator, cookie_name, cookies }
  const readNetwork = (request: FastifyRequest): string =>
    networkOf(readAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']))
  return {
    ...parts,
    access,
    channels: parts.hasMailer ? ['email', 'webhook'] : ['webhook'],
    readNetwork,
    async open(request, reply, { url, address }) {
      await consumeAll([[bucket, readNetwork(request)]], (headers) => void reply.headers(headers))
      await listen()
      const page = await pages.get(url, '', async () => (await findPublicPageUnscoped(postgres, address)) ?? null)
      return page && { page, access: await findAccess(access, page, request.headers) }
    },
  }
}

/** The public pages. For a page of the team, everybody else gets the same 404 as for a missing page. */
export function mountPublicPages(server: HttpServer, parts: PublicParts): PageContext {
  const caches = createCaches(server, parts)
  const context = createContext(parts, caches)
  const answer = createAnswer(context, caches)
  for (const path of FILE_PATHS) {
    const full = path === '' ? '/s/:slug' : below('/s/:slug', path)
    server.app.get<{ Params: { slug: string; ref?: string } }>(
      full,
      { config: { id: `status ${path === '' ? 'page' : path}` } },
      async (request, reply) => {
        const { slug, ref = '' } = request.params
        const page_url = urlOfSlug(parts.config.BASE_URL, slug)
        if (!(await answer(request, reply, { name: path.replace(':ref', ref), page_url }))) throw noSuchPage()
        return reply
      },
    )
  }
  mountDomains(server, context, answer)
  return context
}

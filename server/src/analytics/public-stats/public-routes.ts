import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from '../../http/auth.ts'
import { invalid, notFound, problem } from '../../http/problem.ts'
import { networkOf } from '../../http/client-address.ts'
import { consumeAll, createBucket } from '../../http/rate-limit.ts'
import type { HttpParts, HttpServer } from '../../http/server.ts'
import { FORM_PAGE_CSP, PAGE_CSP, pathPrefix } from '../../platform/html/page.ts'
import { type ClickHouse, ClickHouseUnavailable } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import type { ExportFormat } from '../stats/index.ts'
import { findPageAccess, mayRead, type PageAccess } from './access.ts'
import { badgeOfStatus, badgeOfUptime, badgeOfVisitors, renderBadge } from './badge.ts'
import { writeExport } from './export.ts'
import { GateFull } from '../../platform/gate.ts'
import { renderBusy, renderHidden, renderPasswordForm, renderStatistics } from './page.ts'
import { createGuesser, createGuessLimits } from './password.ts'
import { isForeignForm, readPassword } from './password-form.ts'
import { createSiteLookup, type PublicSite } from './sites.ts'
import { createSnapshotReader, isPublicPeriod, type PublicPeriod, SiteGone, type SnapshotReader } from './snapshot.ts'
import type { ReadUptimeTimeline } from './uptime.ts'
import { createViewerCookies, type ViewerCookies } from './viewer-cookie.ts'

export interface PublicParts {
  config: {
    BASE_URL: string
    SITEWATCH_SECRET: string
    SITEWATCH_RATE_LIMIT_PER_MINUTE: number
    SITEWATCH_RATE_SIGNIN_PER_MINUTE: number
  }
  postgres: Postgres
  clickhouse: ClickHouse
  clock: Clock
  readUptimeTimeline: ReadUptimeTimeline
  authenticator: Authenticator
  cookie_name: string
}

type PublicRequest = FastifyRequest<{ Params: { tracking_id: string }; Querystring: Record<string, unknown> }>

interface SiteAccess {
  site: PublicSite | null
  access: PageAccess
}

interface PublicPageContext {
  base_url: string
  snapshots: SnapshotReader
  /** Counts the request against the rate limit, and finds the website and the caller's access to its page. */
  open(request: PublicRequest, reply: FastifyReply): Promise<SiteAccess>
  readAddress(request: PublicRequest): string
}

const FRAME_ANCESTORS_NONE = "frame-ancestors 'none'"
/** With "no-referrer" a browser would send "Origin: null" with the form, like a form on another site. */
const HTML_HEADERS = { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'same-origin' }
const NOINDEX = { 'x-robots-tag': 'noindex, nofollow' }

/** Unknown parameters are ignored: people share links with whatever their mail client added. */
function readPeriod(request: PublicRequest): PublicPeriod {
  const { period = '30d' } = request.query
  if (typeof period === 'string' && isPublicPeriod(period)) return period
  throw invalid('period', 'invalid_value', 'period must be today, 7d, 30d or 12mo.')
}

const isBusy = (error: unknown): boolean => error instanceof ClickHouseUnavailable || error instanceof GateFull

/** For files and badges, which are read by programs. */
function refuse(error: unknown): never {
  if (error instanceof SiteGone) throw notFound()
  if (!isBusy(error)) throw error
  const detail = 'Statistics are temporarily unavailable.'
  throw problem('unavailable', { detail, headers: { 'retry-after': '5' }, cause: error })
}

const sendHidden = (context: PublicPageContext, reply: FastifyReply): FastifyReply =>
  reply
    .status(404)
    .headers({ ...HTML_HEADERS, ...NOINDEX, 'content-security-policy': PAGE_CSP, 'cache-control': 'no-store' })
    .send(renderHidden(context.base_url))

function sendForm(
  context: PublicPageContext,
  reply: FastifyReply,
  { status = 200, message = '', headers = {} }: { status?: number; message?: string; headers?: Record<string, string> },
): FastifyReply {
  return reply
    .status(status)
    .headers({
      ...HTML_HEADERS,
      ...NOINDEX,
      'content-security-policy': FORM_PAGE_CSP,
      'cache-control': 'no-store',
      ...headers,
    })
    .send(renderPasswordForm(context.base_url, message))
}

async function sendPage(
  context: PublicPageContext,
  request: PublicRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const period = readPeriod(request)
  const { site, access } = await context.open(request, reply)
  if (site && access === 'locked') return sendForm(context, reply, {})
  if (!site || !mayRead(access)) return sendHidden(context, reply)
  const isOpen = access === 'open'
  const isEmbedded = isOpen && request.query['embed'] === '1'
  const isIndexable = isOpen && site.indexable && !isEmbedded
  reply.headers({ ...HTML_HEADERS, ...(isIndexable ? {} : NOINDEX), 'cache-control': isOpen ? 'no-cache' : 'no-store' })
  const frames = isEmbedded ? 'frame-ancestors *' : FRAME_ANCESTORS_NONE
  reply.header('content-security-policy', PAGE_CSP.replace(FRAME_ANCESTORS_NONE, frames))
  if (isEmbedded) reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin')
  try {
    const snapshot = await context.snapshots.readSnapshot(site, period)
    return await reply.send(renderStatistics({ site, snapshot, base_url: context.base_url, isIndexable, isEmbedded }))
  } catch (error) {
    if (error instanceof SiteGone) return sendHidden(context, reply)
    if (!isBusy(error)) throw error
    reply.status(503).headers({ 'retry-after': '5', 'cache-control': 'no-store', ...NOINDEX })
    return reply.send(renderBusy(context.base_url))
  }
}

/** Without access to the page, the response is that of a website that does not exist. */
async function openFile(context: PublicPageContext, request: PublicRequest, reply: FastifyReply): Promise<PublicSite> {
  const { site, access } = await context.open(request, reply)
  if (!site || !mayRead(access)) throw notFound()
  const isOpen = access === 'open'
  reply.headers({
    ...NOINDEX,
    'cache-control': isOpen ? 'public, max-age=60' : 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ...(isOpen && { 'cross-origin-resource-policy': 'cross-origin' }),
  })
  return site
}

type Draw = (snapshots: SnapshotReader, site: PublicSite, period: PublicPeriod) => Promise<string>

const BADGES: Record<string, Draw> = {
  visitors: async (snapshots, site, period) =>
    renderBadge(badgeOfVisitors(await snapshots.readVisitors(site, period), period)),
  uptime: async (snapshots, site, period) =>
    renderBadge(badgeOfUptime(await snapshots.readUptime(site, period), period)),
  status: async (snapshots, site, period) => renderBadge(badgeOfStatus(await snapshots.readUptime(site, period))),
}

function mountFiles({ app }: HttpServer, context: PublicPageContext): void {
  for (const [name, draw] of Object.entries(BADGES)) {
    app.get(`/p/:tracking_id/badge/${name}.svg`, { config: { id: `public badge ${name}` } }, async (raw, reply) => {
      const request = raw as PublicRequest
      const period = readPeriod(request)
      const site = await openFile(context, request, reply)
      const svg = await draw(context.snapshots, site, period).catch(refuse)
      return reply.type('image/svg+xml; charset=utf-8').send(svg)
    })
  }
  for (const format of ['csv', 'ndjson'] satisfies ExportFormat[]) {
    app.get(`/p/:tracking_id/export.${format}`, { config: { id: `public export ${format}` } }, async (raw, reply) => {
      const request = raw as PublicRequest
      const period = readPeriod(request)
      const site = await openFile(context, request, reply)
      const { type, text } = writeExport(await context.snapshots.readSnapshot(site, period).catch(refuse), format)
      const name = `statistics-${site.domain}-${period}.${format}`
      return reply.header('content-disposition', `attachment; filename="${name}"`).type(type).send(text)
    })
  }
}

function mountPassword(
  { app }: HttpServer,
  context: PublicPageContext,
  { config, cookies }: Pick<PublicParts, 'config'> & { cookies: ViewerCookies },
): void {
  const guess = createGuesser(createGuessLimits(config.SITEWATCH_RATE_SIGNIN_PER_MINUTE))
  const own_origin = new URL(config.BASE_URL).origin
  const prefix = pathPrefix(config.BASE_URL)
  app.post('/p/:tracking_id', { config: { id: 'public password' } }, async (raw, reply) => {
    const request = raw as PublicRequest
    const period = readPeriod(request)
    if (isForeignForm(request, own_origin))
      throw problem('cross_site_request', { detail: 'The password can be sent only from the page that asks for it.' })
    const { site, access } = await context.open(request, reply)
    if (!site || access === 'hidden') return sendHidden(context, reply)
    // Relative to this URL, under whatever name a proxy serves it.
    const seeOther = () =>
      reply.status(303).headers({ location: `${site.tracking_id}?period=${period}`, 'cache-control': 'no-store' })
    if (access !== 'locked') return seeOther().send()
    const answer = await guess(site, readPassword(request), context.readAddress(request))
    if (answer.outcome === 'right')
      return seeOther()
        .header('set-cookie', cookies.issue(site, `${prefix}/p/${site.tracking_id}`, Date.now()))
        .send()
    if (answer.outcome === 'wrong')
      return sendForm(context, reply, { status: 403, message: 'Wrong password. Try again.' })
    const message = `Too many tries. Try again in ${answer.retry_seconds} seconds.`
    return sendForm(context, reply, { status: 429, message, headers: { 'retry-after': String(answer.retry_seconds) } })
  })
}

/** The public page of a website, its badges and its files: public, password-protected or private. */
export function mountPublicPages(server: HttpServer, http: HttpParts, parts: PublicParts): void {
  const { config, authenticator, cookie_name } = parts
  const findSite = createSiteLookup(parts.postgres)
  const cookies = createViewerCookies({
    secret: config.SITEWATCH_SECRET,
    purpose: 'statistics viewer',
    base_url: config.BASE_URL,
  })
  const bucket = createBucket('public_page', config.SITEWATCH_RATE_LIMIT_PER_MINUTE, 60)
  const readAddress = (request: PublicRequest): string =>
    networkOf(http.readAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']))
  const context: PublicPageContext = {
    base_url: config.BASE_URL,
    snapshots: createSnapshotReader(parts),
    readAddress,
    async open(request, reply) {
      await consumeAll([[bucket, readAddress(request)]], (headers) => void reply.headers(headers))
      const site = await findSite(request.params.tracking_id)
      if (!site) return { site, access: 'hidden' }
      return { site, access: await findPageAccess({ authenticator, cookie_name, cookies }, site, request.headers) }
    },
  }
  server.app.get('/p/:tracking_id', { config: { id: 'public page' } }, async (request, reply) =>
    sendPage(context, request as PublicRequest, reply),
  )
  mountFiles(server, context)
  mountPassword(server, context, { config, cookies })
}

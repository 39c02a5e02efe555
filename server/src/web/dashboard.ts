import { randomBytes } from 'node:crypto'
import { countUsersUnscoped } from '../identity/accounts/index.ts'
import type { Config } from '../config.ts'
import { problem } from '../http/problem.ts'
import type { HttpServer } from '../http/server.ts'
import type { Log } from '../platform/log.ts'
import type { Postgres } from '../platform/postgres/index.ts'
import { type DashboardFiles, openDashboardFiles, sendAsset } from './dashboard-files.ts'
import { mountFonts } from './fonts.ts'
import { mountInstallable } from './installable.ts'
import { escapeHtml } from '../platform/html/escape.ts'
import { PAGE_CSP, renderPage } from '../platform/html/page.ts'

export interface DashboardParts {
  config: Config
  postgres: Postgres
  log: Log
}

/** The first path segments of the app; it routes everything below them itself. */
const APP_PATHS = [
  'sign-in',
  'sign-up',
  'join-team',
  'forgot-password',
  'reset-password',
  'welcome',
  'websites',
  'monitors',
  'incidents',
  'notifications',
  'status-pages',
  'maintenance',
  'uptime-reports',
  'objectives',
  'settings',
  'dev',
]

const NONCE = 'SITEWATCH_NONCE'

/** Fills a meta tag that the build left empty. */
const fillMeta = (html: string, name: string, content: string): string =>
  html.replace(
    new RegExp(`(<meta name="sitewatch-${name}" content=")[^"]*`),
    (_match, start: string) => start + escapeHtml(content),
  )

type PageConfig = Pick<
  Config,
  'BASE_URL' | 'SITEWATCH_OIDC_ISSUER' | 'SITEWATCH_OIDC_NAME' | 'SITEWATCH_PASSWORD_SIGN_IN'
>

/** The page as this install serves it: with absolute URLs, because the same page is served at every path of the app. */
function prepareDashboardPage(built: string, config: PageConfig): string {
  const { BASE_URL: base_url } = config
  const prefix = new URL(base_url).pathname.replace(/\/$/, '')
  const html = built.replaceAll(/(src|href)="\.\//g, (_match, name: string) => `${name}="${escapeHtml(prefix)}/`)
  const metaTags = {
    base: prefix,
    url: base_url,
    sso: config.SITEWATCH_OIDC_ISSUER === undefined ? '' : config.SITEWATCH_OIDC_NAME,
    password: config.SITEWATCH_PASSWORD_SIGN_IN ? 'on' : 'off',
  }
  return Object.entries(metaTags).reduce((page, [name, content]) => fillMeta(page, name, content), html)
}

/** The one trusted type is the address of the service worker (dashboard/src/data/notifications/push-subscription.ts). */
const describePolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker`

const missingPage = (base_url: string): string =>
  renderPage(
    'Not built',
    '<h1>The dashboard is not built</h1><p>Run <code>npm run build</code> where Sitewatch is installed; no restart is needed. Until then, use <code>swctl</code>, <code>sitewatch</code> or the API.</p>',
    base_url,
  )

/** Whether the visitor may create an account. The database is queried only until there is a first account. */
function createSignUpReader({ config, postgres, log }: DashboardParts): () => Promise<string> {
  const byInvitation = config.SITEWATCH_INVITATIONS ? 'invite' : 'closed'
  const later = config.SITEWATCH_SIGNUP === 'open' ? 'open' : byInvitation
  let hasAccounts = false
  return async () => {
    if (!hasAccounts) {
      try {
        hasAccounts = (await postgres.asRole('auth', countUsersUnscoped, { readOnly: true })) > 0
      } catch (error) {
        log.warn({ err: error }, 'could not check whether an account exists; serving the dashboard without it')
        return later
      }
    }
    return hasAccounts ? later : 'first'
  }
}

function mountAssets({ app }: HttpServer, files: DashboardFiles): void {
  app.get<{ Params: { name: string } }>('/assets/:name', { config: { id: 'page assets' } }, async (request, reply) => {
    const asset = files.asset(request.params.name)
    if (!asset) throw problem('not_found', { detail: 'Path not found.' })
    return sendAsset(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), asset)
  })
}

/** The dashboard: one page at every path of the app, and the files that it loads. */
export function mountDashboard(server: HttpServer, parts: DashboardParts, files = openDashboardFiles()): void {
  const base_url = parts.config.BASE_URL
  const readSignUp = createSignUpReader(parts)
  const missing = missingPage(base_url)
  let built: string | undefined
  let prepared = ''

  const paths = ['/', ...APP_PATHS.flatMap((name) => [`/${name}`, `/${name}/*`])]
  for (const path of paths) {
    server.app.get(path, { config: { id: 'page dashboard' } }, async (_request, reply) => {
      const current = files.page()
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
      if (current === undefined) return reply.status(503).header('content-security-policy', PAGE_CSP).send(missing)
      if (current !== built) {
        built = current
        prepared = prepareDashboardPage(current, parts.config)
      }
      const nonce = randomBytes(16).toString('base64')
      return reply
        .headers({ 'content-security-policy': describePolicy(nonce), 'referrer-policy': 'same-origin' })
        .send(fillMeta(prepared, 'sign-up', await readSignUp()).replaceAll(NONCE, nonce))
    })
  }
  mountAssets(server, files)
  mountFonts(server, files)
  mountInstallable(server, files, base_url)
}

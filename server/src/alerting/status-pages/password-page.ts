import type { FastifyReply, FastifyRequest } from 'fastify'
import { createGuesser, createGuessLimits, isForeignForm, readPassword } from '../../analytics/public-stats/index.ts'
import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import { t } from '../../platform/text/index.ts'
import { describeStatusPolicy, renderNote } from './layout.ts'
import { below, createHostReader, noSuchPage, type PageUrl, urlOfDomain, urlOfSlug } from './page-urls.ts'
import type { PageContext } from './page-context.ts'
import { findPublicPageUnscoped } from './public-store.ts'

interface FormOptions {
  /** The path of the page. */
  path: string
  status?: number
  message?: string
  headers?: Record<string, string>
}

/** Shows nothing of the page: not even its name is public. */
function renderPasswordForm(base_url: string, path: string, message: string): string {
  const alertHtml = message === '' ? '' : `<p class="said" role="alert" id="said">${escapeHtml(message)}</p>`
  const described = message === '' ? '' : ' aria-describedby="said" aria-invalid="true"'
  return renderNote(
    base_url,
    t('Status page'),
    `<p>${t('Enter the password to see this status page.')}</p>
<form method="post" action="${below(path, 'password')}"><label>${t('Password')}<input class="control" name="password" type="password" autocomplete="current-password" maxlength="200" required${described}></label><button class="button button-primary">${t('Show status page')}</button></form>${alertHtml}`,
  )
}

export function sendPasswordForm(
  reply: FastifyReply,
  base_url: string,
  { path, status = 200, message = '', headers = {} }: FormOptions,
): FastifyReply {
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      // With "no-referrer" a browser would send "Origin: null" with the form, like a form on another site.
      'referrer-policy': 'same-origin',
      'content-security-policy': describeStatusPolicy(base_url),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      vary: 'accept-language',
      ...headers,
    })
    .send(renderPasswordForm(base_url, path, message))
}

/** Checks the password of a page, on its path and on its domain. The hash is read without the cache, so an old password does not work. */
export function mountPasswords({ app }: HttpServer, context: PageContext): void {
  const { config, postgres } = context
  const guess = createGuesser(createGuessLimits(config.SITEWATCH_RATE_SIGNIN_PER_MINUTE, 'status_page_password'))
  const { protocol, origin } = new URL(config.BASE_URL)
  const answer = async (request: FastifyRequest, reply: FastifyReply, page_url: PageUrl): Promise<FastifyReply> => {
    const ownOrigin = 'slug' in page_url.address ? origin : `${protocol}//${request.headers.host}`
    if (isForeignForm(request, ownOrigin))
      throw problem('cross_site_request', { detail: 'The password can be sent only from the page that asks for it.' })
    const opened = await context.open(request, reply, page_url)
    if (!opened || opened.access === 'hidden') throw noSuchPage()
    const seeOther = () => reply.status(303).headers({ location: page_url.path, 'cache-control': 'no-store' })
    if (opened.access !== 'locked') return seeOther().send()
    const page = await findPublicPageUnscoped(postgres, page_url.address)
    if (!page) throw noSuchPage()
    const { path } = page_url
    const guessed = await guess(page, readPassword(request), context.readNetwork(request))
    if (guessed.outcome === 'right')
      return seeOther()
        .header('set-cookie', context.access.cookies.issue(page, path, Date.now()))
        .send()
    if (guessed.outcome === 'wrong')
      return sendPasswordForm(reply, config.BASE_URL, { path, status: 403, message: t('Wrong password. Try again.') })
    const { retry_seconds } = guessed
    const message = t('Too many tries. Try again in {seconds} seconds.', { seconds: retry_seconds })
    const headers = { 'retry-after': String(retry_seconds) }
    return sendPasswordForm(reply, config.BASE_URL, { path, status: 429, message, headers })
  }
  app.post<{ Params: { slug: string } }>(
    '/s/:slug/password',
    { config: { id: 'status password' } },
    async (request, reply) => answer(request, reply, urlOfSlug(config.BASE_URL, request.params.slug)),
  )
  const readHost = createHostReader(config.BASE_URL)
  app.post('/password', { config: { id: 'status password' } }, async (request, reply) => {
    const domain = readHost(request)
    if (domain === null) throw noSuchPage()
    return answer(request, reply, urlOfDomain(config.BASE_URL, domain))
  })
}

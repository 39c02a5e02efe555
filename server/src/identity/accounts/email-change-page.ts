import type { FastifyRequest } from 'fastify'
import type { LimitRequest } from '../../http/limit-by-network.ts'
import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import { FORM_PAGE_CSP, renderPage } from '../../platform/html/page.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { applyEmailChange, type EmailChangeConfig, findEmailChange } from './email-change.ts'

export interface EmailChangeParts {
  /** Runs first: verifying a link costs a query. */
  limit: LimitRequest
  config: EmailChangeConfig
  postgres: Postgres
}

const refuse = () =>
  problem('not_found', {
    heading: 'This link no longer works',
    detail: 'This link is invalid, was used or has expired. Change the address again in your account settings.',
  })

type LinkRequest = FastifyRequest<{ Params: { token: string }; Querystring: Record<string, unknown> }>

const readLink = ({ params, query }: LinkRequest) => ({
  token: params.token,
  to: typeof query['to'] === 'string' ? query['to'] : '',
})

/** A page with a button, because mail scanners and previews open links but press no button. */
export function mountEmailChange({ app }: HttpServer, { config, postgres, limit }: EmailChangeParts): void {
  const headers = {
    'content-security-policy': FORM_PAGE_CSP,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/html; charset=utf-8',
  }
  const render = (title: string, body: string): string =>
    renderPage(title, `<div class="note"><h1>${title}</h1>${body}</div>`, config.BASE_URL)

  app.get('/change-email/:token', { config: { id: 'page change email' } }, async (raw, reply) => {
    const request = raw as LinkRequest
    await limit(request, reply)
    const change = await postgres.asRole('auth', (tx) => findEmailChange(tx, config, readLink(request)), {
      readOnly: true,
    })
    if (!change) throw refuse()
    const question = `<p>Use <strong>${escapeHtml(change.to)}</strong> instead of <strong>${escapeHtml(change.account.email)}</strong> to sign in and to get reports?</p>
<form method="post"><button class="button button-primary">Change e-mail address</button></form>`
    return reply.headers(headers).send(render('Change your e-mail address', question))
  })
  app.post('/change-email/:token', { config: { id: 'change email' } }, async (raw, reply) => {
    const request = raw as LinkRequest
    await limit(request, reply)
    const to = await postgres.asRole('auth', async (tx) => {
      const change = await findEmailChange(tx, config, readLink(request))
      if (!change || !(await applyEmailChange(tx, change))) throw refuse()
      return change.to
    })
    const done = `<p>Sign in with <strong>${escapeHtml(to)}</strong> from now on. Your password stays the same.</p>
<p class="actions"><a class="button button-primary" href="${escapeHtml(config.BASE_URL)}/">Open Sitewatch</a></p>`
    return reply.headers(headers).send(render('E-mail address changed', done))
  })
}

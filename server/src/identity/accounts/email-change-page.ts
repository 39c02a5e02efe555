import type { FastifyRequest } from 'fastify'
import { readClient, type AddressReader } from '../../http/client-address.ts'
import type { LimitRequest } from '../../http/limit-by-network.ts'
import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import { FORM_PAGE_CSP, renderPage } from '../../platform/html/page.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { currentLanguage, msg, t } from '../../platform/text/index.ts'
import { recordAccountEvent } from './audit.ts'
import { applyEmailChange, type EmailChangeConfig, findEmailChange } from './email-change.ts'

export interface EmailChangeParts {
  /** Runs first: verifying a link costs a query. */
  limit: LimitRequest
  readAddress: AddressReader
  config: EmailChangeConfig
  postgres: Postgres
}

const refuse = () =>
  problem('not_found', {
    heading: msg('This link no longer works'),
    detail: msg('This link is invalid, was used or has expired. Change the address again in your account settings.'),
  })

type LinkRequest = FastifyRequest<{ Params: { token: string }; Querystring: Record<string, unknown> }>

const readLink = ({ params, query }: LinkRequest) => ({
  token: params.token,
  to: typeof query['to'] === 'string' ? query['to'] : '',
})

/** A page with a button, because mail scanners and previews open links but press no button. */
export function mountEmailChange(
  { app }: HttpServer,
  { config, postgres, limit, readAddress }: EmailChangeParts,
): void {
  const headers = {
    'content-security-policy': FORM_PAGE_CSP,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/html; charset=utf-8',
  }
  const b = (inner: string): string => `<strong>${inner}</strong>`
  const render = (title: string, body: string): string =>
    renderPage(title, `<div class="note"><h1>${title}</h1>${body}</div>`, config.BASE_URL, {
      language: currentLanguage(),
    })

  app.get('/change-email/:token', { config: { id: 'page change email' } }, async (raw, reply) => {
    const request = raw as LinkRequest
    await limit(request, reply)
    const change = await postgres.asRole('auth', (tx) => findEmailChange(tx, config, readLink(request)), {
      readOnly: true,
    })
    if (!change) throw refuse()
    const question = t.html(
      'Use <b>{next}</b> instead of <b>{current}</b> to sign in and to get reports?',
      { next: change.to, current: change.account.email },
      { b },
    )
    const form = `<form method="post"><button class="button button-primary">${t('Change e-mail address')}</button></form>`
    return reply.headers(headers).send(render(t('Change your e-mail address'), `<p>${question}</p>\n${form}`))
  })
  app.post('/change-email/:token', { config: { id: 'change email' } }, async (raw, reply) => {
    const request = raw as LinkRequest
    await limit(request, reply)
    const to = await postgres.asRole('auth', async (tx) => {
      const change = await findEmailChange(tx, config, readLink(request))
      if (!change || !(await applyEmailChange(tx, change))) throw refuse()
      const { account } = change
      const address = readClient(readAddress, request)
      const changes = [{ field: 'email', before: account.email, after: change.to }]
      await recordAccountEvent(tx, { action: 'user.email_changed', account, address, changes })
      return change.to
    })
    const done = t.html('Sign in with <b>{email}</b> from now on. Your password stays the same.', { email: to }, { b })
    const action = `<p class="actions"><a class="button button-primary" href="${escapeHtml(config.BASE_URL)}/">${t('Open Sitewatch')}</a></p>`
    return reply.headers(headers).send(render(t('E-mail address changed'), `<p>${done}</p>\n${action}`))
  })
}

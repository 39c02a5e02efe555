import { readClient, type AddressReader } from '../../http/client-address.ts'
import type { LimitRequest } from '../../http/limit-by-network.ts'
import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import type { Postgres, RoleTx } from '../../platform/postgres/index.ts'
import { FORM_PAGE_CSP, renderPage } from '../../platform/html/page.ts'
import { currentLanguage, msg, t } from '../../platform/text/index.ts'
import { recordAccountEvent } from './audit.ts'
import { findByVerificationToken, type VerificationConfig, verifyAddressUnscoped } from './address-verification.ts'

export interface AddressVerificationParts {
  /** Runs first: verifying a link costs a query. */
  limit: LimitRequest
  readAddress: AddressReader
  config: VerificationConfig
  postgres: Postgres
}

const QUESTION = msg(
  'Someone created a Sitewatch account with the address <b>{email}</b>. If this is your account, verify the address to receive alerts and reports. If not, close this page: you will not receive any.',
)
const DONE = msg('<b>{email}</b> is verified. You can now receive alerts and reports there.')
const renderButton = (): string =>
  `<form method="post"><button class="button button-primary">${t('Verify address')}</button></form>`

/** A page with a button, because mail scanners and previews open links but press no button. */
export function mountAddressVerification(
  { app }: HttpServer,
  { config, postgres, limit, readAddress }: AddressVerificationParts,
): void {
  const headers = {
    'content-security-policy': FORM_PAGE_CSP,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/html; charset=utf-8',
  }
  const render = (title: string, message: string, email: string, form = ''): string => {
    const text = t.html(message, { email }, { b: (inner) => `<strong>${inner}</strong>` })
    return renderPage(title, `<h1>${title}</h1><p>${text}</p>${form}`, config.BASE_URL, { language: currentLanguage() })
  }
  const find = async (tx: RoleTx<'auth'>, token: string) => {
    const account = await findByVerificationToken(tx, config, token)
    if (account) return account
    throw problem('not_found', {
      heading: msg('This link no longer works'),
      detail: msg('This link is invalid or has expired. Send a new one from your account settings.'),
    })
  }

  app.get<{ Params: { token: string } }>(
    '/verify/:token',
    { config: { id: 'page verify' } },
    async (request, reply) => {
      await limit(request, reply)
      const { email } = await postgres.asRole('auth', (tx) => find(tx, request.params.token), { readOnly: true })
      return reply
        .headers(headers)
        .send(render(t('Verify your e-mail address'), QUESTION, email, `\n${renderButton()}`))
    },
  )
  app.post<{ Params: { token: string } }>('/verify/:token', { config: { id: 'verify' } }, async (request, reply) => {
    await limit(request, reply)
    const { email } = await postgres.asRole('auth', async (tx) => {
      const account = await find(tx, request.params.token)
      await verifyAddressUnscoped(tx, account.id)
      if (!account.is_verified) {
        const address = readClient(readAddress, request)
        await recordAccountEvent(tx, { action: 'user.email_verified', account, address })
      }
      return account
    })
    return reply.headers(headers).send(render(t('Address verified'), DONE, email))
  })
}

import type { Config } from '../../config.ts'
import { sessionCookie } from '../../http/cookie.ts'
import type { AddressReader } from '../../http/client-address.ts'
import type { LimitRequest } from '../../http/limit-by-network.ts'
import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { FORM_PAGE_CSP, renderPage } from '../../platform/html/page.ts'
import type { Postgres, RoleTx } from '../../platform/postgres/index.ts'
import { currentLanguage, msg, t } from '../../platform/text/index.ts'
import { consumeTokenUnscoped, insertTokenUnscoped } from './one-time-token.ts'
import { signIn } from './open-session.ts'
import { findAccountUnscoped } from './store.ts'

/** A sign-in link lets the operator in when nobody can sign in otherwise. */
export const SIGN_IN_LINK_MINUTES = 15

export async function makeSignInLink(
  tx: RoleTx<'auth'>,
  { BASE_URL }: Pick<Config, 'BASE_URL'>,
  user_id: number,
): Promise<string> {
  const valid_seconds = SIGN_IN_LINK_MINUTES * 60
  return `${BASE_URL}/sign-in-link/${await insertTokenUnscoped(tx, { purpose: 'sign_in_link', user_id, valid_seconds })}`
}

export interface SignInLinkParts {
  config: Pick<Config, 'BASE_URL'>
  postgres: Postgres
  readAddress: AddressReader
  limit: LimitRequest
}

/** A page with a button, because previews of links open them but press no button. */
export function mountSignInLink({ app }: HttpServer, { config, postgres, readAddress, limit }: SignInLinkParts): void {
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  const cookie = sessionCookie(config.BASE_URL)
  app.get('/sign-in-link/:token', { config: { id: 'page sign-in link' } }, async (_request, reply) => {
    const [title, text] = [
      t('Sign in with this link'),
      t('The link works once. It was made by the administrator of this server.'),
    ]
    const form = `<form method="post"><button class="button button-primary">${t('Sign in')}</button></form>`
    const page = renderPage(
      title,
      `<div class="note"><h1>${title}</h1><p>${text}</p>\n${form}</div>`,
      config.BASE_URL,
      {
        language: currentLanguage(),
      },
    )
    return reply
      .headers({ ...headers, 'content-security-policy': FORM_PAGE_CSP, 'content-type': 'text/html; charset=utf-8' })
      .send(page)
  })
  app.post<{ Params: { token: string } }>(
    '/sign-in-link/:token',
    { config: { id: 'sign-in link' } },
    async (request, reply) => {
      await limit(request, reply)
      const opened = await postgres.asRole('auth', async (tx) => {
        const used = await consumeTokenUnscoped(tx, 'sign_in_link', request.params.token)
        const account = used?.user_id && (await findAccountUnscoped(tx, { id: used.user_id }))
        if (!account || account.is_suspended) {
          throw problem('unauthenticated', {
            heading: msg('This link no longer works'),
            detail: msg('This link is invalid, was used or has expired. Ask your administrator for a new one.'),
          })
        }
        return signIn(tx, cookie, account, {
          request_id: request.id,
          address: readAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']),
          user_agent: request.headers['user-agent'],
          base_url: config.BASE_URL,
        })
      })
      return reply.headers({ ...headers, ...opened.how.headers }).redirect(`${config.BASE_URL}/`, 303)
    },
  )
}

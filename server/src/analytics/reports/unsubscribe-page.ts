import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { FORM_PAGE_CSP, renderPage } from '../../platform/html/page.ts'
import { EntryRefused, type Postgres, sql, type UserTx } from '../../platform/postgres/index.ts'
import { currentLanguage, msg, t } from '../../platform/text/index.ts'
import { type LinkConfig, readUnsubscribeToken } from './unsubscribe-link.ts'

export interface UnsubscribeParts {
  config: LinkConfig
  postgres: Postgres
}

const refuse = () =>
  problem('not_found', {
    heading: msg('This link no longer works'),
    detail: msg('This link is invalid or has expired. You can disable e-mail reports in the settings of the website.'),
  })

/** The signed link authorises this one change: it is made as the owner of the website that the link names. */
async function asSubscriber(
  { config, postgres }: UnsubscribeParts,
  token: string,
  work: (tx: UserTx, website_id: number) => Promise<{ domain: string } | undefined>,
  { readOnly } = { readOnly: false },
): Promise<string> {
  const subscription = readUnsubscribeToken(config, token)
  if (!subscription) throw refuse()
  const { user_id, website_id } = subscription
  const website = await postgres
    .asUser({ user_id, system: true }, (tx) => work(tx, website_id), { readOnly })
    .catch((error: unknown) => {
      if (error instanceof EntryRefused) throw refuse()
      throw error
    })
  if (!website) throw refuse()
  return website.domain
}

const findDomain = (tx: UserTx, website_id: number): Promise<{ domain: string } | undefined> =>
  tx.maybe(sql<{ domain: string }>`select domain from websites where user_id = ${tx.user_id} and id = ${website_id}`)

const switchOff = (tx: UserTx, website_id: number): Promise<{ domain: string } | undefined> =>
  tx.maybe(sql<{ domain: string }>`
    update websites set email = 0 where user_id = ${tx.user_id} and id = ${website_id} returning domain`)

const QUESTION = msg('You receive weekly and monthly reports about <b>{domain}</b> by e-mail.')
const DONE = msg(
  'You will not receive any more reports about <b>{domain}</b>. You can enable them again in the settings of the website.',
)
const renderButton = (): string =>
  `<form method="post"><button class="button button-primary">${t('Unsubscribe')}</button></form>`

/**
 * RFC 8058: a mail client unsubscribes with one POST, without cookies and without a question. A GET may come from a link scanner, so
 * it only shows a button.
 */
export function mountUnsubscribe({ app }: HttpServer, parts: UnsubscribeParts): void {
  const headers = {
    'content-security-policy': FORM_PAGE_CSP,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/html; charset=utf-8',
  }
  const { BASE_URL } = parts.config
  const render = (title: string, message: string, domain: string, form = ''): string => {
    const text = t.html(message, { domain }, { b: (inner) => `<strong>${inner}</strong>` })
    return renderPage(title, `<h1>${title}</h1><p>${text}</p>${form}`, BASE_URL, { language: currentLanguage() })
  }

  app.get<{ Params: { token: string } }>(
    '/unsubscribe/:token',
    { config: { id: 'page unsubscribe' } },
    async (request, reply) => {
      const domain = await asSubscriber(parts, request.params.token, findDomain, { readOnly: true })
      return reply.headers(headers).send(render(t('Unsubscribe from reports'), QUESTION, domain, `\n${renderButton()}`))
    },
  )
  app.post<{ Params: { token: string } }>(
    '/unsubscribe/:token',
    { config: { id: 'unsubscribe' } },
    async (request, reply) => {
      const domain = await asSubscriber(parts, request.params.token, switchOff)
      return reply.headers(headers).send(render(t('Unsubscribed'), DONE, domain))
    },
  )
}

import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { FORM_PAGE_CSP, renderPage } from '../../platform/html/page.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { currentLanguage, msg, t } from '../../platform/text/index.ts'
import { type LinkConfig, readUnsubscribeToken, type Subscription } from './unsubscribe-link.ts'

export interface UnsubscribeParts {
  config: LinkConfig
  postgres: Postgres
}

const refuse = () =>
  problem('not_found', {
    heading: msg('This link no longer works'),
    detail: msg('This link is invalid or has expired. You can disable e-mail reports in the settings of the website.'),
  })

type Work = (tx: RoleTx<'worker'>, subscription: Subscription) => Promise<{ domain: string } | undefined>

/** The signed link authorises this one change, for the person and the website that it names. */
async function asSubscriber(
  { config, postgres }: UnsubscribeParts,
  token: string,
  work: Work,
  { readOnly } = { readOnly: false },
): Promise<string> {
  const subscription = readUnsubscribeToken(config, token)
  if (!subscription) throw refuse()
  const website = await postgres.asRole('worker', (tx) => work(tx, subscription), { readOnly })
  if (!website) throw refuse()
  return website.domain
}

/** The website, while the person is a member of its team, whether the reports are on or not. */
const findDomainUnscoped: Work = (tx, { user_id, website_id }) =>
  tx.maybe(sql<{ domain: string }>`
    select w.domain from websites w join teams t on t.id = w.team_id and not t.is_suspended
      join memberships m on m.team_id = w.team_id and m.user_id = ${user_id}
    where w.id = ${website_id}`)

const switchOffUnscoped: Work = async (tx, subscription) => {
  const { user_id, website_id } = subscription
  await tx.execute(sql`
    update website_preferences p set email = 0 from websites w
    where w.id = ${website_id} and p.team_id = w.team_id and p.user_id = ${user_id} and p.website_id = w.id`)
  return findDomainUnscoped(tx, subscription)
}

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
      const domain = await asSubscriber(parts, request.params.token, findDomainUnscoped, { readOnly: true })
      return reply.headers(headers).send(render(t('Unsubscribe from reports'), QUESTION, domain, `\n${renderButton()}`))
    },
  )
  app.post<{ Params: { token: string } }>(
    '/unsubscribe/:token',
    { config: { id: 'unsubscribe' } },
    async (request, reply) => {
      const domain = await asSubscriber(parts, request.params.token, switchOffUnscoped)
      return reply.headers(headers).send(render(t('Unsubscribed'), DONE, domain))
    },
  )
}

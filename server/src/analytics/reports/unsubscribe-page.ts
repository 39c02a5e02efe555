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

/** The website, if the person is a member of its team, whether reports are enabled or not. */
const findDomainUnscoped: Work = (tx, { user_id, website_id }) =>
  tx.maybe(sql<{ domain: string }>`
    select w.domain from websites w join teams t on t.id = w.team_id and not t.is_suspended
      join memberships m on m.team_id = w.team_id and m.user_id = ${user_id}
    where w.id = ${website_id}`)

const unsubscribeUnscoped: Work = async (tx, subscription) => {
  const { user_id, website_id } = subscription
  await tx.execute(sql`
    update website_preferences p set email = 0 from websites w
    where w.id = ${website_id} and p.team_id = w.team_id and p.user_id = ${user_id} and p.website_id = w.id`)
  return findDomainUnscoped(tx, subscription)
}

const renderButton = (): string =>
  `<form method="post"><button class="button button-primary">${t('Unsubscribe')}</button></form>`

export interface UnsubscribePage {
  /** With `:token`. */
  path: string
  /** The ids of the page and of the change in metrics and logs. */
  ids: { page: string; change: string }
  base_url: string
  /** Texts of `msg`; `{name}` is what `find` or `stop` returns. */
  question: string
  done: string
  /** The name of what is unsubscribed from; throws when the link is not valid. */
  find: (token: string) => Promise<string>
  stop: (token: string) => Promise<string>
}

/**
 * RFC 8058: a mail client unsubscribes with one POST, without cookies and without confirmation. A GET may come from a link scanner, so
 * it only shows a button.
 */
export function mountUnsubscribePage({ app }: HttpServer, page: UnsubscribePage): void {
  const headers = {
    'content-security-policy': FORM_PAGE_CSP,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/html; charset=utf-8',
  }
  const render = (title: string, message: string, name: string, form = ''): string => {
    const text = t.html(message, { name }, { b: (inner) => `<strong>${inner}</strong>` })
    return renderPage(title, `<h1>${title}</h1><p>${text}</p>${form}`, page.base_url, { language: currentLanguage() })
  }
  type TokenRoute = { Params: { token: string } }

  app.get<TokenRoute>(page.path, { config: { id: page.ids.page } }, async (request, reply) => {
    const name = await page.find(request.params.token)
    const form = `\n${renderButton()}`
    return reply.headers(headers).send(render(t('Unsubscribe from reports'), page.question, name, form))
  })
  app.post<TokenRoute>(page.path, { config: { id: page.ids.change } }, async (request, reply) => {
    const name = await page.stop(request.params.token)
    return reply.headers(headers).send(render(t('Unsubscribed'), page.done, name))
  })
}

export function mountUnsubscribe(server: HttpServer, parts: UnsubscribeParts): void {
  mountUnsubscribePage(server, {
    path: '/unsubscribe/:token',
    ids: { page: 'page unsubscribe', change: 'unsubscribe' },
    base_url: parts.config.BASE_URL,
    question: msg('You receive weekly and monthly reports about <b>{name}</b> by e-mail.'),
    done: msg(
      'You will not receive any more reports about <b>{name}</b>. You can enable them again in the settings of the website.',
    ),
    find: (token) => asSubscriber(parts, token, findDomainUnscoped, { readOnly: true }),
    stop: (token) => asSubscriber(parts, token, unsubscribeUnscoped),
  })
}

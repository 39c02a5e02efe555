import { ANONYMOUS, insertAuditEntry } from '../../http/audit.ts'
import { type AddressReader, readClient } from '../../http/client-address.ts'
import type { LimitRequest } from '../../http/limit-by-network.ts'
import type { HttpServer } from '../../http/server.ts'
import { notFound, problem } from '../../http/problem.ts'
import { FORM_PAGE_CSP, renderPage } from '../../platform/html/page.ts'
import { EntryRefused, type Postgres, type UserTx } from '../../platform/postgres/index.ts'
import { currentLanguage, msg, t } from '../../platform/text/index.ts'
import { type ConfirmationConfig, isGenuine, readConfirmToken } from './confirmation.ts'
import { readPerson } from './fields.ts'
import { confirmProvider, type OpenedProvider, openShown } from './store.ts'

export interface ConfirmationParts {
  /** Comes first, because checking a link takes a database query. */
  limit: LimitRequest
  config: ConfirmationConfig
  postgres: Postgres
  readAddress: AddressReader
}

const refuse = () =>
  problem('not_found', {
    heading: msg('This link no longer works'),
    detail: msg('This link is invalid or has expired. Ask the sender for a new test message.'),
  })

/** The link is the authorization, so the work is done as the team of the provider that it names. */
async function asTeam<T>(
  { config, postgres }: ConfirmationParts,
  text: string,
  work: (tx: UserTx, found: OpenedProvider) => Promise<T>,
  { readOnly } = { readOnly: false },
): Promise<T> {
  const token = readConfirmToken(text)
  if (!token) throw refuse()
  try {
    const check = async (tx: UserTx): Promise<T> => {
      const provider = await openShown(tx, token.provider_id, readOnly ? '' : 'for update')
      const person = readPerson(provider.type, provider.settings)
      if (!person || !isGenuine(config, token, person)) throw notFound()
      return work(tx, provider)
    }
    return await postgres.asUser({ team_id: token.team_id, system: true }, check, { readOnly })
  } catch (error) {
    if (error instanceof EntryRefused || (error as { code?: unknown }).code === 'not_found') throw refuse()
    throw error
  }
}

const recordConfirmation = (tx: UserTx, { team_id, id, name }: OpenedProvider, address: string): Promise<void> =>
  insertAuditEntry(tx, { team_id, action: 'provider.confirmed', actor: ANONYMOUS, record: { id, name }, address })

const QUESTION = msg(
  'A Sitewatch user wants to send monitoring alerts to <b>{target}</b>. If you did not expect this, close this page: you will not receive any alerts.',
)
const DONE = msg(
  'You will receive alerts at <b>{target}</b>. The person who added this address can remove it at any time.',
)
const renderButton = (): string =>
  `<form method="post"><button class="button button-primary">${t('Receive alerts')}</button></form>`

/** A page with a button, because mail scanners and link previews open links but do not press buttons. */
export function mountConfirmation({ app }: HttpServer, parts: ConfirmationParts): void {
  const { BASE_URL } = parts.config
  const headers = {
    'content-security-policy': FORM_PAGE_CSP,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/html; charset=utf-8',
  }
  const render = (title: string, message: string, target: string, form = ''): string => {
    const text = t.html(message, { target }, { b: (inner) => `<strong>${inner}</strong>` })
    return renderPage(title, `<h1>${title}</h1><p>${text}</p>${form}`, BASE_URL, { language: currentLanguage() })
  }

  app.get<{ Params: { token: string } }>(
    '/confirm/:token',
    { config: { id: 'page confirm' } },
    async (request, reply) => {
      await parts.limit(request, reply)
      const target = await asTeam(parts, request.params.token, async (_tx, found) => found.target, { readOnly: true })
      return reply
        .headers(headers)
        .send(render(t('Confirm alerts from Sitewatch'), QUESTION, target, `\n${renderButton()}`))
    },
  )
  app.post<{ Params: { token: string } }>('/confirm/:token', { config: { id: 'confirm' } }, async (request, reply) => {
    await parts.limit(request, reply)
    const target = await asTeam(parts, request.params.token, async (tx, found) => {
      await confirmProvider(tx, found.id)
      if (!found.is_confirmed) await recordConfirmation(tx, found, readClient(parts.readAddress, request))
      return found.target
    })
    return reply.headers(headers).send(render(t('Alerts confirmed'), DONE, target))
  })
}

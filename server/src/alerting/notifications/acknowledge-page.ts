import type { Incident } from '@sitewatch/contract'
import { ANONYMOUS, insertAuditEntry } from '../../http/audit.ts'
import { type AddressReader, readClient } from '../../http/client-address.ts'
import type { LimitRequest } from '../../http/limit-by-network.ts'
import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { acknowledgeIncident, readIncident } from '../../monitoring/incidents/index.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import { FORM_PAGE_CSP, renderPage } from '../../platform/html/page.ts'
import { EntryRefused, type Postgres, type UserTx } from '../../platform/postgres/index.ts'
import { currentLanguage, msg, t } from '../../platform/text/index.ts'
import { formatUtcTime } from '../../platform/time/format-utc.ts'
import { type AcknowledgeConfig, type AcknowledgeSubject, readAcknowledgeToken } from './acknowledge-link.ts'
import { cutText } from './compose/words.ts'
import { readPerson } from './fields.ts'
import { openShown } from './store.ts'

export interface AcknowledgeParts {
  /** Comes first, because checking a link takes a database query. */
  limit: LimitRequest
  config: AcknowledgeConfig
  postgres: Postgres
  readAddress: AddressReader
}

const refuse = () =>
  problem('not_found', {
    heading: msg('This link no longer works'),
    detail: msg('This link is invalid or has expired. Sign in to acknowledge the incident.'),
  })

/** The limit in the contract. */
const MAX_NAME_LENGTH = 120

/** The link is the authorization, so the work is done in the team that it names. */
async function withIncident<T>(
  { config, postgres }: AcknowledgeParts,
  text: string,
  work: (tx: UserTx, subject: AcknowledgeSubject) => Promise<T>,
  { readOnly } = { readOnly: false },
): Promise<T> {
  const subject = readAcknowledgeToken(config, text, Date.now())
  if (!subject) throw refuse()
  try {
    const { team_id } = subject
    return await postgres.asUser({ team_id, system: true }, (tx) => work(tx, subject), { readOnly })
  } catch (error) {
    if (error instanceof EntryRefused || (error as { code?: unknown }).code === 'not_found') throw refuse()
    throw error
  }
}

/** The person who owns the address, or the provider if several people may read its messages. */
async function nameReader(tx: UserTx, provider_id: number): Promise<string> {
  const { type, settings, name } = await openShown(tx, provider_id)
  return cutText(readPerson(type, settings) ?? name, MAX_NAME_LENGTH)
}

async function acknowledge(
  tx: UserTx,
  { team_id, incident_id, provider_id }: AcknowledgeSubject,
  address: string,
): Promise<Incident> {
  const by = await nameReader(tx, provider_id)
  const before = await readIncident(tx, incident_id)
  if (before.status !== 'open') return before
  const incident = await acknowledgeIncident(tx, incident_id, { by, key_id: null, provider_id })
  const record = { id: incident_id, name: before.monitor_name ?? before.website_domain ?? '' }
  await insertAuditEntry(tx, { team_id, action: 'incident.acknowledged', actor: ANONYMOUS, record, address })
  return incident
}

const STATE = {
  open: msg('Nobody has acknowledged this incident yet. Acknowledging stops reminders and escalation.'),
  acknowledged: msg('Acknowledged by {by}.'),
  resolved: msg('This incident is already resolved.'),
} as const satisfies Record<Incident['status'], string>

function renderIncident(incident: Incident): string {
  const { status, kind, monitor_name, website_domain, cause, started_at, acknowledged_by } = incident
  const facts = [
    kind === 'traffic' ? [t('Website'), website_domain ?? ''] : [t('Monitor'), monitor_name ?? ''],
    [t('Cause'), cause.message],
    [t('Started'), formatUtcTime(started_at)],
  ]
  const rows = facts.map(([label = '', value = '']) => `<tr><th>${label}</th><td>${escapeHtml(value)}</td></tr>`)
  const state = escapeHtml(t(STATE[status], { by: acknowledged_by ?? '–' }))
  return `<p>${state}</p><table class="note">${rows.join('')}</table>`
}

const renderForm = (): string =>
  `<form method="post" class="actions"><button class="button button-primary">${t('Acknowledge')}</button></form>`

/** A page with a button, because mail scanners and link previews open links but do not press buttons. */
export function mountAcknowledgement({ app }: HttpServer, parts: AcknowledgeParts): void {
  const { BASE_URL } = parts.config
  const headers = {
    'content-security-policy': FORM_PAGE_CSP,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/html; charset=utf-8',
  }
  const render = (title: string, incident: Incident): string => {
    const link = `<p><a href="${escapeHtml(BASE_URL)}/incidents/${incident.id}">${t('View incident')}</a></p>`
    const form = incident.status === 'open' ? renderForm() : ''
    const body = `<h1>${title}</h1>${renderIncident(incident)}${form}${link}`
    return renderPage(title, body, BASE_URL, { language: currentLanguage() })
  }

  app.get<{ Params: { token: string } }>(
    '/acknowledge/:token',
    { config: { id: 'page acknowledge' } },
    async (request, reply) => {
      await parts.limit(request, reply)
      const read = async (tx: UserTx, { incident_id, provider_id }: AcknowledgeSubject): Promise<Incident> => {
        // Throws if the provider was deleted: then its readers may no longer acknowledge.
        await openShown(tx, provider_id)
        return readIncident(tx, incident_id)
      }
      const incident = await withIncident(parts, request.params.token, read, { readOnly: true })
      const title = incident.status === 'open' ? t('Acknowledge incident') : t('Incident')
      return reply.headers(headers).send(render(title, incident))
    },
  )
  app.post<{ Params: { token: string } }>(
    '/acknowledge/:token',
    { config: { id: 'acknowledge' } },
    async (request, reply) => {
      await parts.limit(request, reply)
      const address = readClient(parts.readAddress, request)
      const incident = await withIncident(parts, request.params.token, (tx, subject) =>
        acknowledge(tx, subject, address),
      )
      const title = incident.status === 'acknowledged' ? t('Incident acknowledged') : t('Incident')
      return reply.headers(headers).send(render(title, incident))
    },
  )
}

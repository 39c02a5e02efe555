import { formatDuration } from '@sitewatch/contract/format'
import { escapeHtml } from '../../platform/html/escape.ts'
import type { IncidentView, PublicView } from './view.ts'

/** XML does not allow most control characters, not even escaped. */
const xml = (text: string): string =>
  escapeHtml(text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''))

function renderEntry(incident: IncidentView, url: string): string {
  const { ref, label, cause, started_at, resolved_at, duration_seconds } = incident
  const state = resolved_at === null ? 'Down' : 'Resolved'
  const text =
    resolved_at === null
      ? `Since ${started_at}: ${cause}.`
      : `From ${started_at} to ${resolved_at}, ${formatDuration(duration_seconds)}: ${cause}.`
  return `<entry><id>${xml(url)}#${ref}</id><title>${state}: ${xml(label)}</title><link href="${xml(url)}"/><published>${started_at}</published><updated>${resolved_at ?? started_at}</updated><content type="text">${xml(text)}</content></entry>`
}

/** Atom (RFC 4287): one entry per incident, updated when it is resolved. */
export function renderFeed(view: PublicView, url: string, feed_url: string): string {
  const times = view.incidents.map((incident) => incident.resolved_at ?? incident.started_at)
  const updated = times.sort().at(-1) ?? `${view.generated_at.slice(0, 10)}T00:00:00.000Z`
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${xml(url)}</id><title>${xml(view.name)}</title><subtitle>${xml(view.overall.text)}</subtitle><updated>${updated}</updated><author><name>${xml(view.name)}</name></author>
<link rel="self" type="application/atom+xml" href="${xml(feed_url)}"/><link rel="alternate" type="text/html" href="${xml(url)}"/>
${view.incidents.map((incident) => renderEntry(incident, url)).join('\n')}
</feed>
`
}

/** The same as JSON, in the envelope of the API. */
export function renderJson(view: PublicView, url: string): string {
  const data = {
    object: 'status',
    name: view.name,
    url,
    status: view.overall.status,
    summary: view.overall.text,
    components: view.components.map(({ label, status, figures }) => ({
      name: label,
      status,
      uptime_percent: figures?.uptime_percent ?? null,
      monitored_days: figures?.monitored_days ?? null,
      response_ms: figures?.response_ms ?? null,
    })),
    incidents: view.incidents.map(({ label, ...incident }) => ({ component: label, ...incident })),
    maintenance: view.maintenance,
    generated_at: view.generated_at,
  }
  return JSON.stringify({ data })
}

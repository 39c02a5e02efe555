import { formatDuration } from '@sitewatch/contract/format'
import { escapeHtml } from '../../platform/html/escape.ts'
import { renderPageText } from './page-text.ts'
import { WRITTEN_STATUS_WORDS } from './render-written.ts'
import type { IncidentView, PublicView } from './view.ts'
import { type AffectedView, locateIncident, type WrittenView } from './written.ts'

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

const timeOf = ({ updates, published_at }: WrittenView): string => updates[0]?.posted_at ?? published_at

/** An incident that people wrote, with all updates. Its URL is its id, so that a feed reader shows it once. */
function renderWrittenEntry(written: WrittenView, page_url: string): string {
  const { ref, title, status, updates, published_at } = written
  const url = locateIncident(page_url, ref)
  const html = updates
    .map(
      (update) =>
        `<p><b>${WRITTEN_STATUS_WORDS[update.status]}</b> · ${update.posted_at}</p>${renderPageText(update.body)}`,
    )
    .join('')
  return `<entry><id>${xml(url)}</id><title>${WRITTEN_STATUS_WORDS[status]}: ${xml(title)}</title><link href="${xml(url)}"/><published>${published_at}</published><updated>${timeOf(written)}</updated><content type="html">${xml(html)}</content></entry>`
}

export interface FeedUrls {
  page: string
  feed: string
}

/**
 * Atom (RFC 4287): one entry per incident, updated when it is resolved or when people write more about it. With `refs`, only the entries
 * about these components and about the whole page.
 */
export function renderFeed(view: PublicView, { page: url, feed: feed_url }: FeedUrls, refs: readonly string[]): string {
  const matchesFilter = (componentRefs: readonly string[]): boolean =>
    refs.length === 0 || componentRefs.some((ref) => refs.includes(ref))
  const incidents = view.incidents.filter(({ component_ref }) => matchesFilter([component_ref]))
  const written = view.written.filter(({ updates }) => {
    const affected = updates.flatMap(({ components }) => components.map(({ ref }) => ref))
    return affected.length === 0 || matchesFilter(affected)
  })
  const times = [...incidents.map((incident) => incident.resolved_at ?? incident.started_at), ...written.map(timeOf)]
  const updated = times.sort().at(-1) ?? `${view.generated_at.slice(0, 10)}T00:00:00.000Z`
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${xml(url)}</id><title>${xml(view.name)}</title><subtitle>${xml(view.overall.text)}</subtitle><updated>${updated}</updated><author><name>${xml(view.name)}</name></author>
<link rel="self" type="application/atom+xml" href="${xml(feed_url)}"/><link rel="alternate" type="text/html" href="${xml(url)}"/>
${[...written.map((each) => renderWrittenEntry(each, url)), ...incidents.map((incident) => renderEntry(incident, url))].join('\n')}
</feed>
`
}

const nameOf = ({ label, state }: AffectedView) => ({ name: label, state })

/** The same as JSON, in the envelope of the API. */
export function renderJson(view: PublicView, url: string): string {
  const data = {
    object: 'status',
    name: view.name,
    url,
    status: view.overall.status,
    summary: view.overall.text,
    components: view.components.map(({ label, group, status, figures }) => ({
      name: label,
      group,
      status,
      uptime_percent: figures?.uptime_percent ?? null,
      monitored_days: figures?.monitored_days ?? null,
      response_ms: figures?.response_ms ?? null,
    })),
    incidents: view.incidents.map(({ ref, label, cause, started_at, resolved_at, duration_seconds }) => ({
      component: label,
      ref,
      cause,
      started_at,
      resolved_at,
      duration_seconds,
    })),
    maintenance: view.maintenance,
    written: view.written.map(({ components, ...written }) => ({
      url: locateIncident(url, written.ref),
      ...written,
      components: components.map(nameOf),
      updates: written.updates.map((update) => ({ ...update, components: update.components.map(nameOf) })),
    })),
    generated_at: view.generated_at,
  }
  return JSON.stringify({ data })
}

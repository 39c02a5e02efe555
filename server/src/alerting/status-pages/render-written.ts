import type { ComponentState, PageIncidentImpact, PageIncidentStatus } from '@sitewatch/contract'
import { msg, t } from '../../platform/text/index.ts'
import { renderAccent } from './accent.ts'
import { renderShell, textOf, when } from './layout.ts'
import type { ComponentStatus } from './overall.ts'
import { renderPageText } from './page-text.ts'
import { below } from './page-urls.ts'
import { drawMark } from './ribbon.ts'
import type { MaintenanceView } from './page-source.ts'
import type { PublicView } from './view.ts'
import { type AffectedView, locateIncident, type WrittenUpdateView, type WrittenView } from './written.ts'

export const STATE_WORDS: Readonly<Record<ComponentState, string>> = {
  operational: msg('Operational'),
  degraded_performance: msg('Degraded performance'),
  partial_outage: msg('Partial outage'),
  major_outage: msg('Major outage'),
  under_maintenance: msg('Maintenance'),
}

export const WRITTEN_STATUS_WORDS: Readonly<Record<PageIncidentStatus, string>> = {
  investigating: msg('Investigating'),
  identified: msg('Identified'),
  monitoring: msg('Monitoring'),
  resolved: msg('Resolved'),
  scheduled: msg('Scheduled'),
  in_progress: msg('In progress'),
  verifying: msg('Verifying'),
  completed: msg('Completed'),
}

const IMPACT_WORDS: Readonly<Record<Exclude<PageIncidentImpact, 'none'>, string>> = {
  minor: msg('Minor impact'),
  major: msg('Major impact'),
  critical: msg('Critical impact'),
}

const IMPACT_MARKS: Readonly<Record<PageIncidentImpact, ComponentStatus>> = {
  none: 'unknown',
  minor: 'degraded',
  major: 'down',
  critical: 'down',
}

function markOf({ kind, phase, impact }: WrittenView): string {
  if (phase === 'past') return drawMark('up')
  return drawMark(kind === 'maintenance' ? 'maintenance' : IMPACT_MARKS[impact])
}

const renderAffected = (components: readonly AffectedView[]): string =>
  components.length === 0
    ? ''
    : `<p class="affected small soft">${components.map(({ label, state }) => `${textOf(label)}: ${t(STATE_WORDS[state])}`).join(' · ')}</p>`

const renderUpdate = ({ status, body, posted_at, components }: WrittenUpdateView): string =>
  `<li><p><b>${t(WRITTEN_STATUS_WORDS[status])}</b> · <span class="small soft">${when(posted_at)}</span></p><div class="text">${renderPageText(body)}</div>${renderAffected(components)}</li>`

/** The planned time of maintenance. The times of an incident are in its updates. */
const describeSchedule = ({ scheduled_for, scheduled_until }: WrittenView): string =>
  scheduled_for === null || scheduled_until === null
    ? ''
    : `<p class="small soft">${when(scheduled_for)} – ${when(scheduled_until)}</p>`

/** The current status and severity. */
function renderHead(written: WrittenView, title: string): string {
  const { status, impact, kind, phase } = written
  const severity =
    impact === 'none' || kind === 'maintenance' || phase === 'past' ? '' : ` · ${t(IMPACT_WORDS[impact])}`
  return `<div class="head">${title}<p>${markOf(written)}${t(WRITTEN_STATUS_WORDS[status])}${severity}</p></div>${describeSchedule(written)}`
}

const renderUpdates = ({ updates }: WrittenView): string =>
  `<ol class="updates">${updates.map(renderUpdate).join('')}</ol>`

const linkTo = (path: string, { ref, title }: WrittenView): string =>
  `<h3><a href="${locateIncident(path, ref)}">${textOf(title)}</a></h3>`

/** Everything in progress, with all its updates. */
export function renderActive({ written }: PublicView, path: string): string {
  const active = written.filter(({ phase }) => phase === 'active')
  if (active.length === 0) return ''
  const items = active.map(
    (each) => `<li class="row">${renderHead(each, linkTo(path, each))}${renderUpdates(each)}</li>`,
  )
  return `<section class="current"><h2>${t('Current incidents and maintenance')}</h2><ul>${items.join('')}</ul></section>`
}

function renderWindow({ name, starts_at, ends_at, is_under_way }: MaintenanceView): string {
  const statusText = is_under_way ? t('In progress') : t('Scheduled')
  return `<li class="row"><div class="head"><h3>${textOf(name)}</h3><p>${drawMark('maintenance')}${statusText}</p></div><p class="small soft">${when(starts_at)} – ${when(ends_at)}</p></li>`
}

/** Maintenance windows, and maintenance that people announced. */
export function renderMaintenance({ maintenance, written }: PublicView, path: string): string {
  const upcoming = written
    .filter(({ phase }) => phase === 'upcoming')
    .map((each) => ({
      starts_at: each.started_at,
      html: `<li class="row">${renderHead(each, linkTo(path, each))}${renderUpdates(each)}</li>`,
    }))
  const windows = maintenance.map((each) => ({ starts_at: each.starts_at, html: renderWindow(each) }))
  if (windows.length + upcoming.length === 0) return ''
  const items = [...windows, ...upcoming].toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
  return `<section><h2>${t('Maintenance')}</h2><ul>${items.map(({ html }) => html).join('')}</ul></section>`
}

export function renderPast({ written }: PublicView, path: string): string {
  const past = written.filter(({ phase }) => phase === 'past')
  if (past.length === 0) return ''
  const items = past.map((each) => {
    const end = each.resolved_at === null ? '' : ` – ${when(each.resolved_at)}`
    return `<li class="row"><div class="head">${linkTo(path, each)}<p>${markOf(each)}${t(WRITTEN_STATUS_WORDS[each.status])}</p></div><p class="small soft">${when(each.started_at)}${end}</p></li>`
  })
  return `<section><h2>${t('Past incidents and maintenance')}</h2><ul>${items.join('')}</ul></section>`
}

/** The page of a single incident. */
export function renderWrittenPage(
  { name, accent_color, logo }: PublicView,
  written: WrittenView,
  { path, base_url }: { path: string; base_url: string },
): string {
  const heading = `<h1>${textOf(written.title)}</h1>`
  const body = `<header><p class="small"><a href="${path}">${textOf(name)}</a></p></header>
<article class="post">${renderHead(written, heading)}${renderUpdates(written)}</article>
<footer class="small soft"><p><span data-zone="${t('Times are in your time zone (ZONE).')}">${t('Times are in UTC.')}</span></p></footer>`
  const head = logo === null ? '' : `<link rel="icon" href="${below(path, 'logo')}?v=${logo.version}">`
  return renderShell({ title: `${written.title} · ${name}`, body, head, base_url, style: renderAccent(accent_color) })
}

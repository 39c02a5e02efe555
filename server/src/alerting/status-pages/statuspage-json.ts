import type { ComponentState } from '@sitewatch/contract'
import type { ComponentStatus } from './overall.ts'
import type { ComponentView, PublicView } from './view.ts'
import { type AffectedView, locateIncident, type WrittenUpdateView, type WrittenView } from './written.ts'

/** The format has no state for a component that is not monitored. */
const STATES: Readonly<Record<ComponentStatus, ComponentState>> = {
  up: 'operational',
  degraded: 'degraded_performance',
  down: 'major_outage',
  maintenance: 'under_maintenance',
  paused: 'operational',
  unknown: 'operational',
}

const MAX_LISTED = 50

interface Context {
  view: PublicView
  url: string
}

const describePage = ({ view, url }: Context) => ({
  id: view.ref,
  name: view.name,
  url,
  time_zone: 'Etc/UTC',
  updated_at: view.written.map(({ updated_at }) => updated_at).reduce((a, b) => (a > b ? a : b), view.updated_at),
})

const describeStatus = ({ view }: Context) => ({
  indicator: view.overall.indicator,
  description: view.overall.text,
})

const describeComponent = ({ view }: Context, component: ComponentView, position: number) => ({
  id: component.ref,
  name: component.label,
  status: component.written ?? STATES[component.status],
  created_at: view.created_at,
  updated_at: view.updated_at,
  position: position + 1,
  description: null,
  showcase: false,
  start_date: null,
  group_id: null,
  page_id: view.ref,
  group: false,
  only_show_if_degraded: false,
})

const describeComponents = (context: Context) =>
  context.view.components.map((component, index) => describeComponent(context, component, index))

/** The old state of each component is that of the previous update, or else operational. */
function describeAffected(components: readonly AffectedView[], before: readonly AffectedView[]) {
  if (components.length === 0) return null
  return components.map(({ ref, label, state }) => ({
    code: ref,
    name: label,
    old_status: before.find((each) => each.ref === ref)?.state ?? 'operational',
    new_status: state,
  }))
}

const describeUpdate = (
  { ref: incident_id, updates }: WrittenView,
  { ref, status, body, posted_at, updated_at, components }: WrittenUpdateView,
  index: number,
) => ({
  id: ref,
  status,
  body,
  incident_id,
  created_at: posted_at,
  updated_at,
  display_at: posted_at,
  affected_components: describeAffected(components, updates[index + 1]?.components ?? []),
  deliver_notifications: true,
  custom_tweet: null,
  tweet_id: null,
})

function describeIncident(context: Context, written: WrittenView) {
  const { ref, title, status, impact, kind, updates } = written
  const refs = new Set(updates.flatMap(({ components }) => components.map((component) => component.ref)))
  return {
    id: ref,
    name: title,
    status,
    created_at: written.published_at,
    updated_at: written.updated_at,
    monitoring_at: updates.findLast((update) => update.status === 'monitoring')?.posted_at ?? null,
    resolved_at: written.resolved_at,
    impact,
    shortlink: locateIncident(context.url, ref),
    started_at: written.started_at,
    page_id: context.view.ref,
    incident_updates: updates.map((update, index) => describeUpdate(written, update, index)),
    components: describeComponents(context).filter(({ id }) => refs.has(id)),
    reminder_intervals: null,
    ...(kind === 'maintenance' && {
      scheduled_for: written.scheduled_for,
      scheduled_until: written.scheduled_until,
    }),
  }
}

const PHASES: readonly WrittenView['phase'][] = ['upcoming', 'active', 'past']

function listWritten(context: Context, kind: WrittenView['kind'], phases: readonly WrittenView['phase'][] = PHASES) {
  return context.view.written
    .filter((written) => written.kind === kind && phases.includes(written.phase))
    .toSorted((a, b) => (a.started_at < b.started_at ? 1 : -1))
    .slice(0, MAX_LISTED)
    .map((written) => describeIncident(context, written))
}

const unresolved = (context: Context) => listWritten(context, 'incident', ['active', 'upcoming'])
const maintenance = (context: Context, phases?: readonly WrittenView['phase'][]) => ({
  scheduled_maintenances: listWritten(context, 'maintenance', phases),
})

/**
 * The files that Atlassian Statuspage serves under /api/v2, so that tools which read its pages read ours. Outages that monitors found are in the
 * status of components; incidents and scheduled maintenances are those that people wrote.
 */
const FILES: Readonly<Record<string, (context: Context) => object>> = {
  'summary.json': (context) => ({
    components: describeComponents(context),
    incidents: unresolved(context),
    ...maintenance(context, ['upcoming', 'active']),
    status: describeStatus(context),
  }),
  'status.json': (context) => ({ status: describeStatus(context) }),
  'components.json': (context) => ({ components: describeComponents(context) }),
  'incidents.json': (context) => ({ incidents: listWritten(context, 'incident') }),
  'incidents/unresolved.json': (context) => ({ incidents: unresolved(context) }),
  'scheduled-maintenances.json': (context) => maintenance(context),
  'scheduled-maintenances/upcoming.json': (context) => maintenance(context, ['upcoming']),
  'scheduled-maintenances/active.json': (context) => maintenance(context, ['active']),
}

export const STATUSPAGE_FILES: readonly string[] = Object.keys(FILES)

export function renderStatuspageFile(view: PublicView, url: string, file: string): string {
  const context = { view, url: url.replace(/\/$/, '') }
  return JSON.stringify({ page: describePage(context), ...FILES[file]?.(context) })
}

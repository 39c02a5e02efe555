import type { ComponentState, PageIncidentImpact, PageIncidentKind, PageIncidentStatus } from '@sitewatch/contract'
import { sha256 } from '../../platform/secrets.ts'

/** An incident or maintenance that people wrote, as stored. */
export interface WrittenSource {
  ref: string
  kind: PageIncidentKind
  title: string
  impact: PageIncidentImpact
  incident_id: number | null
  scheduled_for: string | null
  scheduled_until: string | null
  published_at: string | null
  updated_at: string
  /** Newest first. */
  updates: readonly {
    id: number
    status: PageIncidentStatus
    body: string
    posted_at: string
    updated_at: string
    components: readonly { monitor_id: number | null; website_id: number | null; state: ComponentState }[]
  }[]
}

export interface AffectedView {
  /** The same as that of the component on the page. */
  ref: string
  label: string
  state: ComponentState
}

export interface WrittenUpdateView {
  ref: string
  status: PageIncidentStatus
  body: string
  posted_at: string
  updated_at: string
  components: AffectedView[]
}

/** An incident or maintenance that people wrote, as shown. */
export interface WrittenView {
  ref: string
  kind: PageIncidentKind
  title: string
  impact: PageIncidentImpact
  status: PageIncidentStatus
  /** `active`: in progress. `upcoming`: maintenance that has not started. */
  phase: 'upcoming' | 'active' | 'past'
  started_at: string
  resolved_at: string | null
  scheduled_for: string | null
  scheduled_until: string | null
  published_at: string
  updated_at: string
  components: AffectedView[]
  updates: WrittenUpdateView[]
}

/** Replaces an id in public responses. It never changes, and reveals nothing about other records. */
export const makeRef = (...parts: readonly (string | number)[]): string =>
  sha256(parts.join('/')).toString('hex').slice(0, 12)

/** Maintenance without an update since it was scheduled starts and ends by its schedule, so that nobody has to be awake for it. */
function findStatus(
  { kind, updates, scheduled_for, scheduled_until }: WrittenSource,
  now_ms: number,
): PageIncidentStatus {
  const status = updates[0]?.status ?? (kind === 'incident' ? 'investigating' : 'scheduled')
  if (status !== 'scheduled' || scheduled_for === null || scheduled_until === null) return status
  if (Date.parse(scheduled_until) <= now_ms) return 'completed'
  return Date.parse(scheduled_for) <= now_ms ? 'in_progress' : 'scheduled'
}

const phaseOf = (status: PageIncidentStatus): WrittenView['phase'] =>
  status === 'scheduled' ? 'upcoming' : status === 'resolved' || status === 'completed' ? 'past' : 'active'

/** The components that the page shows, by "m" or "w" and the id. An update names no others. */
export type ShownComponents = ReadonlyMap<string, { ref: string; label: string }>

const keyOf = ({ monitor_id, website_id }: { monitor_id: number | null; website_id: number | null }): string =>
  monitor_id === null ? `w${website_id}` : `m${monitor_id}`

function describeAffected(
  components: WrittenSource['updates'][number]['components'],
  shown: ShownComponents,
): AffectedView[] {
  return components.flatMap((component) => {
    const found = shown.get(keyOf(component))
    return found ? [{ ...found, state: component.state }] : []
  })
}

export function describeWritten(source: WrittenSource, shown: ShownComponents, now_ms: number): WrittenView {
  const { ref, kind, title, impact, scheduled_for, scheduled_until, updates } = source
  const current = findStatus(source, now_ms)
  const phase = phaseOf(current)
  const isEndedBySchedule = current !== updates[0]?.status
  const first = updates.at(-1)?.posted_at ?? source.updated_at
  const views = updates.map(({ id, status, body, posted_at, updated_at, components }) => ({
    ref: makeRef(ref, id),
    status,
    body,
    posted_at,
    updated_at,
    components: describeAffected(components, shown),
  }))
  return {
    ref,
    kind,
    title,
    impact,
    status: current,
    phase,
    started_at: scheduled_for ?? first,
    resolved_at: phase !== 'past' ? null : ((isEndedBySchedule ? scheduled_until : updates[0]?.posted_at) ?? null),
    scheduled_for,
    scheduled_until,
    published_at: source.published_at ?? first,
    updated_at: source.updated_at,
    components: views[0]?.components ?? [],
    updates: views,
  }
}

const SEVERITY: readonly ComponentState[] = [
  'operational',
  'under_maintenance',
  'degraded_performance',
  'partial_outage',
  'major_outage',
]

/** The worst state of each component in the active incidents and maintenances, by the `ref` of the component. */
export function findWrittenStates(written: readonly WrittenView[]): Map<string, ComponentState> {
  const states = new Map<string, ComponentState>()
  for (const { ref, state } of written.filter(({ phase }) => phase === 'active').flatMap((each) => each.components)) {
    const before = states.get(ref) ?? 'operational'
    if (SEVERITY.indexOf(state) > SEVERITY.indexOf(before)) states.set(ref, state)
  }
  return states
}

export const locateIncident = (page_url: string, ref: string): string =>
  `${page_url.replace(/\/$/, '')}/incidents/${ref}`

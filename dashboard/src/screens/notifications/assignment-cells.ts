import { t } from '@lingui/core/macro'
import type { AssignmentRule, MonitorAssignments, Provider } from '@sitewatch/sdk'

/** One provider of one monitor. */
export interface AssignmentCell {
  key: string
  provider_id: number
  provider_name: string
  /** Saved as assigned and enabled. */
  isOn: boolean
  mark: 'rule' | 'disabled' | 'removed' | null
  /** What the mark means, as text. */
  note: string | null
}

export interface AssignmentRow {
  monitor: MonitorAssignments
  cells: readonly AssignmentCell[]
}

export function nameRule({ name, applies_to, tag, website_domain }: AssignmentRule): string {
  if (name !== null) return name
  if (applies_to === 'tag') return t`Tag ${tag ?? ''}`
  return applies_to === 'website' ? (website_domain ?? '–') : t`All monitors`
}

const cellKey = (monitor_id: number, provider_id: number): string => `${monitor_id} ${provider_id}`

export function readCellKey(key: string): { monitor_id: number; provider_id: number } {
  const [monitor_id = 0, provider_id = 0] = key.split(' ').map(Number)
  return { monitor_id, provider_id }
}

function describeMark(
  { assignments, removed_provider_ids }: MonitorAssignments,
  provider_id: number,
  rules: readonly AssignmentRule[],
): Pick<AssignmentCell, 'isOn' | 'mark' | 'note'> {
  const assigned = assignments.find((each) => each.provider_id === provider_id)
  if (!assigned) {
    const isRemoved = removed_provider_ids.includes(provider_id)
    return isRemoved
      ? { isOn: false, mark: 'removed', note: t`Removed: no rule assigns it again` }
      : { isOn: false, mark: null, note: null }
  }
  if (!assigned.enabled) return { isOn: false, mark: 'disabled', note: t`Disabled` }
  if (assigned.source === 'manual') return { isOn: true, mark: null, note: null }
  const rule = rules.find(({ id }) => id === assigned.rule_id)
  const name = rule ? nameRule(rule) : ''
  return { isOn: true, mark: 'rule', note: t`By rule: ${name}` }
}

export const toRows = (
  monitors: readonly MonitorAssignments[],
  providers: readonly Provider[],
  rules: readonly AssignmentRule[],
): AssignmentRow[] =>
  monitors.map((monitor) => ({
    monitor,
    cells: providers.map(({ id, name }) => ({
      key: cellKey(monitor.id, id),
      provider_id: id,
      provider_name: name,
      ...describeMark(monitor, id, rules),
    })),
  }))

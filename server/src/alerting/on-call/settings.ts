import type { NewOnCallSchedule, OnCallLayer, OnCallMember, OnCallOverride } from '@sitewatch/contract'
import { invalid } from '../../http/problem.ts'
import { readTimezone } from '../../platform/time/timezone-name.ts'

/** A schedule as it is stored. */
export interface ScheduleSettings {
  name: string
  timezone: string
  members: readonly OnCallMember[]
  layers: readonly OnCallLayer[]
  overrides: readonly OnCallOverride[]
}

/** Returns the name in IANA's spelling. */
function checkTimezone(name: string): string {
  const timezone = readTimezone(name)
  if (timezone !== null) return timezone
  throw invalid('timezone', 'invalid_value', 'timezone must be an IANA name, such as Europe/Paris.')
}

function checkNames(field: 'layers' | 'overrides', names: readonly string[], members: readonly OnCallMember[]): void {
  const unknown = names.find((name) => !members.some((member) => member.name === name))
  if (unknown === undefined) return
  throw invalid(field, 'invalid_value', `${field} must name members of the schedule; there is no ${unknown}.`)
}

export const toLayers = (layers: NewOnCallSchedule['layers']): OnCallLayer[] =>
  layers.map((layer, index) => ({ ...layer, name: layer.name ?? `Layer ${index + 1}` }))

export const toOverrides = (overrides: NewOnCallSchedule['overrides']): OnCallOverride[] =>
  overrides.map(({ member, starts_at, ends_at }) => ({
    member,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
  }))

/** Throws if they are not valid. */
export function checkSchedule(settings: ScheduleSettings): ScheduleSettings {
  const { members, layers, overrides } = settings
  checkNames(
    'layers',
    layers.flatMap((layer) => layer.members),
    members,
  )
  checkNames(
    'overrides',
    overrides.map(({ member }) => member),
    members,
  )
  return { ...settings, timezone: checkTimezone(settings.timezone) }
}

import type { OnCallSchedule, OnCallSchedulesCreateInput } from '@sitewatch/sdk'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { type Keyed, keyRows, readNumber } from '../../ui/rows.ts'
import { readLocal, writeLocal } from '../../platform/local-time.ts'
import { type RangeDraft, readRanges } from '../../parts/on-call/weekly-ranges.ts'

export interface MemberDraft extends Keyed {
  name: string
  user_id: number | null
  provider_ids: readonly number[]
}

/** A turn in a rotation. `member` is the key of a member, so that renaming a member changes nothing else. */
interface TurnDraft extends Keyed {
  member: number
}

export interface LayerDraft extends Keyed {
  name: string
  turns: readonly TurnDraft[]
  starts_on: string
  handover_at: string
  handover_every: string
  handover_unit: OnCallSchedule['layers'][number]['handover_unit']
  hours: readonly RangeDraft[]
}

export interface OverrideDraft extends Keyed {
  member: number
  starts_at: string
  ends_at: string
}

export interface ScheduleDraft {
  timezone: string
  members: readonly MemberDraft[]
  layers: readonly LayerDraft[]
  overrides: readonly OverrideDraft[]
}

const today = (now = new Date()): string => writeLocal(now).slice(0, 10)

export const makeLayer = (members: readonly MemberDraft[]): Omit<LayerDraft, 'key'> => ({
  name: '',
  turns: members.map(({ key }, index) => ({ key: index, member: key })),
  starts_on: today(),
  handover_at: '09:00',
  handover_every: '1',
  handover_unit: 'week',
  hours: [],
})

export const makeOverride = (member: number, now = Date.now()): Omit<OverrideDraft, 'key'> => ({
  member,
  starts_at: writeLocal(new Date(now)),
  ends_at: writeLocal(new Date(now + 8 * HOUR_MS)),
})

export function draftSchedule(stored: OnCallSchedule | undefined, timezone: string): ScheduleDraft {
  if (!stored) {
    const members = keyRows([{ name: '', user_id: null, provider_ids: [] }])
    return { timezone, members, layers: keyRows([makeLayer(members)]), overrides: [] }
  }
  const members = keyRows(stored.members)
  const keyOf = (name: string): number => members.findIndex((member) => member.name === name)
  return {
    timezone: stored.timezone,
    members,
    layers: keyRows(
      stored.layers.map(({ members: names, ...layer }) => ({
        ...layer,
        turns: keyRows(names.map((name) => ({ member: keyOf(name) }))),
        handover_every: String(layer.handover_every),
        hours: keyRows(layer.hours),
      })),
    ),
    overrides: keyRows(
      stored.overrides.map(({ member, starts_at, ends_at }) => ({
        member: keyOf(member),
        starts_at: writeLocal(new Date(starts_at)),
        ends_at: writeLocal(new Date(ends_at)),
      })),
    ),
  }
}

/** Removes all other members from the rotations, and deletes their overrides. */
export function keepMembers(draft: ScheduleDraft, members: readonly MemberDraft[]): ScheduleDraft {
  const isKept = ({ member }: { member: number }): boolean => members.some(({ key }) => key === member)
  return {
    ...draft,
    members,
    layers: draft.layers.map((layer) => ({ ...layer, turns: layer.turns.filter(isKept) })),
    overrides: draft.overrides.filter(isKept),
  }
}

/** The draft in the format of the API. */
export function readSchedule({ timezone, members, layers, overrides }: ScheduleDraft) {
  const nameOf = (key: number): string => members.find((member) => member.key === key)?.name.trim() ?? ''
  return {
    timezone,
    members: members.map(({ name, user_id, provider_ids }) => ({
      name: name.trim(),
      user_id,
      provider_ids: [...provider_ids],
    })),
    layers: layers.map((layer) => ({
      ...(layer.name.trim() !== '' && { name: layer.name.trim() }),
      members: layer.turns.map(({ member }) => nameOf(member)),
      starts_on: layer.starts_on,
      handover_at: layer.handover_at,
      handover_every: readNumber(layer.handover_every),
      handover_unit: layer.handover_unit,
      hours: readRanges(layer.hours),
    })),
    overrides: overrides.map(({ member, starts_at, ends_at }) => ({
      member: nameOf(member),
      starts_at: readLocal(starts_at),
      ends_at: readLocal(ends_at),
    })),
  } satisfies Partial<OnCallSchedulesCreateInput>
}

import type { OnCallSchedule } from '@sitewatch/sdk'
import { expect, it } from 'vitest'
import { draftSchedule, keepMembers, readSchedule } from './draft.ts'

const stored: OnCallSchedule = {
  object: 'on_call_schedule',
  id: 2,
  name: 'Operations',
  timezone: 'Europe/Berlin',
  members: [
    { name: 'Sam', user_id: null, provider_ids: [3] },
    { name: 'Kim', user_id: 7, provider_ids: [4] },
  ],
  layers: [
    {
      name: 'Nights',
      members: ['Kim', 'Sam', 'Kim'],
      starts_on: '2026-11-16',
      handover_at: '09:00',
      handover_every: 2,
      handover_unit: 'week',
      hours: [{ weekdays: ['mon'], from: '22:00', to: '07:00' }],
    },
  ],
  overrides: [{ member: 'Sam', starts_at: '2026-12-24T08:00:00.000Z', ends_at: '2026-12-27T08:00:00.000Z' }],
  calendar_url: null,
  escalation_policy_ids: [],
  created_at: '2026-11-16T08:00:00.000Z',
  updated_at: '2026-11-16T08:00:00.000Z',
}

it('converts a stored schedule to a draft and back without changes', () => {
  const { timezone, members, layers, overrides } = stored
  expect(readSchedule(draftSchedule(stored, 'UTC'))).toEqual({ timezone, members, layers, overrides })
})

it('applies the new name of a member to rotations and overrides', () => {
  const draft = draftSchedule(stored, 'UTC')
  const members = draft.members.map((member) => (member.name === 'Sam' ? { ...member, name: 'Samira' } : member))
  const read = readSchedule({ ...draft, members })
  expect(read.layers[0]?.members).toEqual(['Kim', 'Samira', 'Kim'])
  expect(read.overrides[0]?.member).toBe('Samira')
})

it('removes a removed member from rotations, and the overrides of that member', () => {
  const draft = draftSchedule(stored, 'UTC')
  const read = readSchedule(keepMembers(draft, draft.members.slice(1)))
  expect(read.members.map(({ name }) => name)).toEqual(['Kim'])
  expect(read.layers[0]?.members).toEqual(['Kim', 'Kim'])
  expect(read.overrides).toEqual([])
})

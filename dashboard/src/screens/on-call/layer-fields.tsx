import { msg, t } from '@lingui/core/macro'
import { Checkbox, Field, Select } from '../../ui/index.ts'
import { RowList } from '../../ui/row-list.tsx'
import { keyRows } from '../../ui/rows.ts'
import type { LayerDraft, MemberDraft } from './draft.ts'
import { nameMember } from './member-fields.tsx'
import { WeeklyHours } from '../../parts/on-call/weekly-hours.tsx'
import { makeRange } from '../../parts/on-call/weekly-ranges.ts'

interface LayerFieldsProps {
  layer: LayerDraft
  index: number
  members: readonly MemberDraft[]
  change: (part: Partial<LayerDraft>) => void
}

const UNITS = [
  { value: 'hour', label: msg`hours` },
  { value: 'day', label: msg`days` },
  { value: 'week', label: msg`weeks` },
] as const

const MAX_TURNS = 100

export function LayerFields({ layer, index, members, change }: LayerFieldsProps) {
  return (
    <>
      <Field
        name={`layers.${index}.name`}
        label={t`Name`}
        optional
        value={layer.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        autoComplete="off"
      />
      <Turns layer={layer} index={index} members={members} change={change} />
      <Handover layer={layer} index={index} change={change} />
      <Checkbox
        label={t`Only at certain hours`}
        hint={t`Outside these hours, the layers above it apply.`}
        checked={layer.hours.length > 0}
        onChange={({ currentTarget: { checked } }) =>
          change({ hours: checked ? keyRows([makeRange('09:00', '17:00')]) : [] })
        }
      />
      {layer.hours.length > 0 && (
        <WeeklyHours
          name={`layers.${index}.hours`}
          legend={t`Hours`}
          hint={t`In the time zone of the schedule. If the end is before the start, it is on the next day.`}
          ranges={layer.hours}
          onChange={(hours) => change({ hours })}
          make={() => makeRange('09:00', '17:00')}
        />
      )}
    </>
  )
}

/** The members who take turns, in this order. A member may have more than one turn. */
function Turns({ layer, index, members, change }: LayerFieldsProps) {
  const choices = members.map((member, place) => ({ value: String(member.key), label: nameMember(member, place) }))
  const nameOf = (key: number): string => {
    const place = members.findIndex((member) => member.key === key)
    return nameMember(members[place], place)
  }
  return (
    <RowList
      legend={t`Rotation`}
      rows={layer.turns}
      onChange={(turns) => change({ turns })}
      nameOf={({ member }, place) => `${place + 1}. ${nameOf(member)}`}
      add={t`Add to rotation`}
      make={() => ({ member: nextMember(layer, members) })}
      isOrdered
      most={members.length === 0 ? 0 : MAX_TURNS}
    >
      {(turn, place, changeTurn) => (
        <Select
          name={`layers.${index}.members.${place}`}
          label={t`Person ${place + 1} in the rotation`}
          labelHidden
          value={String(turn.member)}
          onChange={({ currentTarget }) => changeTurn({ member: Number(currentTarget.value) })}
          choices={choices}
        />
      )}
    </RowList>
  )
}

/** The first member without a turn, or else the first member. */
const nextMember = ({ turns }: LayerDraft, members: readonly MemberDraft[]): number =>
  (members.find(({ key }) => turns.every(({ member }) => member !== key)) ?? members[0])?.key ?? 0

function Handover({ layer, index, change }: Omit<LayerFieldsProps, 'members'>) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Field
        name={`layers.${index}.handover_every`}
        label={t`Handover every`}
        type="number"
        min={1}
        max={365}
        value={layer.handover_every}
        onChange={({ currentTarget }) => change({ handover_every: currentTarget.value })}
        figures
      />
      <Select
        name={`layers.${index}.handover_unit`}
        label={t`Unit`}
        value={layer.handover_unit}
        onChange={({ currentTarget }) => change({ handover_unit: currentTarget.value as LayerDraft['handover_unit'] })}
        choices={UNITS.map(({ value, label }) => ({ value, label: t(label) }))}
      />
      <Field
        name={`layers.${index}.starts_on`}
        label={t`First shift on`}
        hint={layer.handover_unit === 'week' ? t`Later handovers are on the same weekday.` : undefined}
        type="date"
        value={layer.starts_on}
        onChange={({ currentTarget }) => change({ starts_on: currentTarget.value })}
        figures
      />
      <Field
        name={`layers.${index}.handover_at`}
        label={t`Handover at`}
        hint={t`In the time zone of the schedule.`}
        type="time"
        value={layer.handover_at}
        onChange={({ currentTarget }) => change({ handover_at: currentTarget.value })}
        figures
      />
    </div>
  )
}

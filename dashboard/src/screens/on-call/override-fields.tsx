import { t } from '@lingui/core/macro'
import { Field, Select } from '../../ui/index.ts'
import { RowList } from '../../ui/row-list.tsx'
import { makeOverride, type MemberDraft, type OverrideDraft } from './draft.ts'
import { nameMember } from './member-fields.tsx'
import { OWN_ZONE } from '../../parts/on-call/zone-select.tsx'

interface OverrideListProps {
  overrides: readonly OverrideDraft[]
  members: readonly MemberDraft[]
  onChange: (overrides: readonly OverrideDraft[]) => void
}

const MAX_OVERRIDES = 500

export function OverrideList({ overrides, members, onChange }: OverrideListProps) {
  return (
    <RowList
      legend={t`Overrides`}
      hint={t`Somebody takes over for a while: holidays, illness, a swapped night. Times are in your time zone, ${OWN_ZONE}.`}
      rows={overrides}
      onChange={onChange}
      nameOf={(_, index) => t`Override ${index + 1}`}
      add={t`Add override`}
      make={() => makeOverride(members[0]?.key ?? 0)}
      most={members.length === 0 ? 0 : MAX_OVERRIDES}
    >
      {(override, index, change) => (
        <>
          <Select
            name={`overrides.${index}.member`}
            label={t`On call`}
            value={String(override.member)}
            onChange={({ currentTarget }) => change({ member: Number(currentTarget.value) })}
            choices={members.map((member, place) => ({ value: String(member.key), label: nameMember(member, place) }))}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <Field
              name={`overrides.${index}.starts_at`}
              label={t`From`}
              type="datetime-local"
              value={override.starts_at}
              onChange={({ currentTarget }) => change({ starts_at: currentTarget.value })}
              figures
            />
            <Field
              name={`overrides.${index}.ends_at`}
              label={t`To`}
              type="datetime-local"
              value={override.ends_at}
              onChange={({ currentTarget }) => change({ ends_at: currentTarget.value })}
              figures
            />
          </div>
        </>
      )}
    </RowList>
  )
}

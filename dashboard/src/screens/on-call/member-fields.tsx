import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { Field, Picker } from '../../ui/index.ts'
import { RowList } from '../../ui/row-list.tsx'
import { providerChoices } from '../../data/notifications/provider-choices.ts'
import type { MemberDraft } from './draft.ts'

interface MemberListProps {
  members: readonly MemberDraft[]
  onChange: (members: readonly MemberDraft[]) => void
}

const MAX_MEMBERS = 100

export const nameMember = (member: MemberDraft | undefined, index: number): string =>
  member === undefined || member.name.trim() === '' ? t`Person ${index + 1}` : member.name

export function MemberList({ members, onChange }: MemberListProps) {
  return (
    <RowList
      legend={t`People`}
      hint={t`Everybody who takes turns, and how to reach them.`}
      rows={members}
      onChange={onChange}
      nameOf={nameMember}
      add={t`Add person`}
      make={() => ({ name: '', user_id: null, provider_ids: [] })}
      most={MAX_MEMBERS}
    >
      {(member, index, change) => (
        <>
          <Field
            name={`members.${index}.name`}
            label={t`Name`}
            value={member.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            autoComplete="off"
          />
          <Picker
            name={`members.${index}.provider_ids`}
            legend={t`Providers that reach this person`}
            noun={t`providers`}
            source={providerChoices}
            initial={member.provider_ids.map(String)}
            empty={
              <Link to="/notifications" className="link">
                {t`Add a provider`}
              </Link>
            }
            onChoose={({ value }, isOn) =>
              change({
                provider_ids: [
                  ...member.provider_ids.filter((id) => id !== Number(value)),
                  ...(isOn ? [Number(value)] : []),
                ],
              })
            }
          />
        </>
      )}
    </RowList>
  )
}

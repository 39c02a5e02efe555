import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { type FormValues, Picker, Select } from '../../ui/index.ts'
import { websiteChoices } from '../../data/websites/website-choices.ts'
import { ROLE_NAMES, ROLES } from './role-words.ts'
import type { TeamRole } from '../../data/teams/roles.ts'

interface RoleFieldsProps {
  initial: TeamRole
  website_ids: readonly number[]
  /** Only owners can choose the role owner, and a personal team cannot have another owner. */
  mayBeOwner: boolean
}

/** The role, and for a guest the websites. */
export function RoleFields({ initial, website_ids, mayBeOwner }: RoleFieldsProps) {
  const [role, setRole] = useState(initial)
  const choices = ROLE_NAMES.filter((name) => mayBeOwner || name !== 'owner')
  return (
    <>
      <Select
        name="role"
        label={t`Role`}
        hint={t(ROLES[role].hint)}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as TeamRole)}
        choices={choices.map((name) => ({ value: name, label: t(ROLES[name].label) }))}
      />
      {role === 'guest' && (
        <Picker
          name="website_ids"
          legend={t`Websites`}
          noun={t`websites`}
          source={websiteChoices}
          initial={website_ids.map(String)}
          empty={t`No websites yet.`}
        />
      )}
    </>
  )
}

export function readRole(values: FormValues): { role: TeamRole; website_ids?: number[] } {
  const role = values.text('role') as TeamRole
  return role === 'guest' ? { role, website_ids: values.all('website_ids').map(Number) } : { role }
}

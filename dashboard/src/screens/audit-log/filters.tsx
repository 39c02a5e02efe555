import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Field, Form, Select, Submit } from '../../ui/index.ts'
import { useCurrentTeam } from '../../data/teams/roles.ts'
import { RECORD_TYPE_NAMES, RECORD_TYPES } from './names.ts'
import type { AuditSearch } from './search.ts'
import { teamMembersQuery } from '../../data/teams/queries.ts'

interface AuditFiltersProps {
  search: AuditSearch
  apply: (search: AuditSearch) => Promise<void>
}

export function AuditFilters({ search, apply }: AuditFiltersProps) {
  const team = useCurrentTeam()
  const members = useQuery(teamMembersQuery(team?.id))
  const people = (members.data?.data ?? []).map(({ id, email }) => ({ value: String(id), label: email }))
  return (
    <Form
      key={JSON.stringify([search, people.length])}
      label={t`Filter audit log`}
      className="mb-6 grid items-end gap-3 sm:grid-cols-2 lg:flex lg:flex-wrap"
      submit={async (values) => {
        const record_type = values.optionalText('record_type')
        await apply({
          record_type,
          record_id: record_type === search.record_type ? search.record_id : undefined,
          user_id: values.optionalNumber('user_id'),
          from: values.optionalText('from'),
          to: values.optionalText('to'),
        })
      }}
    >
      <Select
        name="record_type"
        label={t`What`}
        defaultValue={search.record_type ?? ''}
        choices={[
          { value: '', label: t`Everything` },
          ...RECORD_TYPE_NAMES.map((value) => ({ value, label: t(RECORD_TYPES[value]) })),
        ]}
      />
      <Select
        name="user_id"
        label={t`Who`}
        defaultValue={search.user_id === undefined ? '' : String(search.user_id)}
        choices={[{ value: '', label: t`Everyone` }, ...people]}
      />
      <Field name="from" label={t`From`} type="date" figures defaultValue={search.from} />
      <Field name="to" label={t`To`} type="date" figures defaultValue={search.to} />
      <Submit kind="plain">{t`Apply`}</Submit>
    </Form>
  )
}

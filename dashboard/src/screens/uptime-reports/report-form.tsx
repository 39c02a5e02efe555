import { t } from '@lingui/core/macro'
import { type Language, LANGUAGE_NAMES, LANGUAGES } from '@sitewatch/contract/language'
import type { UptimeReport } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { sessionQuery } from '../../data/accounts/queries.ts'
import {
  Button,
  Checkbox,
  CheckboxGroup,
  Field,
  Form,
  type FormValues,
  Loaded,
  pickChanged,
  Select,
  Submit,
  toast,
  useHeldForm,
} from '../../ui/index.ts'
import { useCurrentTeam } from '../../data/teams/roles.ts'
import type { Scope } from '../../data/uptime-reports/queries.ts'
import { readScope, writeScope } from './scopes.ts'
import { teamMembersQuery } from '../../data/teams/queries.ts'

interface Choice {
  value: string
  label: string
}

interface FormProps {
  stored: UptimeReport | undefined
  /** Initial values of a new report. */
  initial: Scope & { name: string; target: number; timezone: string }
  choices: readonly Choice[]
  onClose: () => void
}

const compareNumbers = (a: number, b: number): number => a - b

const readReport = (values: FormValues) => ({
  name: values.text('name'),
  scope: values.text('monitor_id'),
  // Text that is not a number is sent as typed, so that the server reports the error.
  target: values.optionalNumber('target') as number,
  timezone: values.text('timezone'),
  language: (values.optionalText('language') as Language | undefined) ?? null,
  recipient_ids: values.all('recipient_ids').map(Number).toSorted(compareNumbers),
})

async function saveReport(stored: UptimeReport | undefined, values: FormValues): Promise<void> {
  const { scope, ...fields } = readReport(values)
  if (!stored) {
    await api.uptimeReports.create({ ...fields, ...readScope(scope) })
    return
  }
  const changed = pickChanged(stored, fields)
  await api.uptimeReports.update(stored.id, { ...changed, ...(scope !== writeScope(stored) && readScope(scope)) })
}

export function ReportForm({ stored, initial, choices, onClose }: FormProps) {
  const client = useQueryClient()
  const chosen = writeScope(stored ?? initial)
  const isListed = choices.some(({ value }) => value === chosen)
  async function save(values: FormValues): Promise<void> {
    await saveReport(stored, values)
    await client.invalidateQueries({ queryKey: ['uptime-reports'] })
    toast(stored ? t`Report saved` : t`Monthly report added`)
    onClose()
  }
  return (
    <Form label={t`Monthly uptime report`} submit={save}>
      <Field name="name" label={t`Name`} defaultValue={stored?.name ?? initial.name} autoFocus />
      <Select
        name="monitor_id"
        label={t`Report on`}
        defaultValue={chosen}
        choices={isListed ? choices : [{ value: chosen, label: stored?.name ?? initial.name }, ...choices]}
      />
      <Field
        name="target"
        label={t`Target (%)`}
        inputMode="decimal"
        figures
        defaultValue={stored?.target ?? initial.target}
      />
      <Field
        name="timezone"
        label={t`Time zone`}
        hint={t`Months start at midnight there. Sent on the first day of the next month at 9:00.`}
        defaultValue={stored?.timezone ?? initial.timezone}
      />
      <Select
        name="language"
        label={t`Language`}
        defaultValue={stored?.language ?? ''}
        choices={[
          { value: '', label: t`Language of each recipient` },
          ...LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] })),
        ]}
      />
      <Recipients stored={stored} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Submit>{stored ? t`Save changes` : t`Add report`}</Submit>
      </div>
    </Form>
  )
}

/** Members of the team, except guests, who may not see all monitors of a report. */
function Recipients({ stored }: { stored: UptimeReport | undefined }) {
  const team = useCurrentTeam()
  const { data: session } = useQuery(sessionQuery)
  const members = useQuery(teamMembersQuery(team?.id))
  useHeldForm(members.data === undefined)
  const isChosen = (id: number): boolean => (stored ? stored.recipient_ids.includes(id) : id === session?.user.id)
  return (
    <Loaded query={members} rows={2} label={t`Loading members`}>
      {({ data }) => (
        <CheckboxGroup name="recipient_ids" legend={t`Recipients`}>
          {data
            .filter(({ role }) => role !== 'guest')
            .map(({ id, email }) => (
              <Checkbox key={id} name="recipient_ids" value={id} label={email} defaultChecked={isChosen(id)} />
            ))}
          <UnlistedRecipients stored={stored} listed={data.map(({ id }) => id)} />
        </CheckboxGroup>
      )}
    </Loaded>
  )
}

/** Keeps recipients who are not among the first hundred members. */
function UnlistedRecipients({ stored, listed }: { stored: UptimeReport | undefined; listed: readonly number[] }) {
  const unlisted = stored?.recipient_ids.filter((id) => !listed.includes(id)) ?? []
  return unlisted.map((id) => <input key={id} type="hidden" name="recipient_ids" value={id} />)
}

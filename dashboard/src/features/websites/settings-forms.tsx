import type { Website } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { BASE_URL } from '../../page-facts.ts'
import {
  Checkbox,
  Copy,
  Field,
  Form,
  type FormValues,
  pickChanged,
  Select,
  Submit,
  TextArea,
  toast,
} from '../../ui/index.ts'

type Privacy = Website['privacy']

function useSave(website: Website): (changes: Parameters<typeof api.websites.update>[1]) => Promise<void> {
  const client = useQueryClient()
  return async (changes) => {
    await api.websites.update(website.id, pickChanged({ ...website, password: undefined }, changes))
    await client.invalidateQueries({ queryKey: ['websites'] })
    toast('Settings saved')
  }
}

const PRIVACIES: readonly { value: string; label: string }[] = [
  { value: '0', label: 'Public: anybody with the link' },
  { value: '1', label: 'Private: only you' },
  { value: '2', label: 'Password-protected' },
]

export function PrivacyForm({ website }: { website: Website }) {
  const save = useSave(website)
  const [privacy, setPrivacy] = useState<Privacy>(website.privacy)
  const link = `${BASE_URL}/p/${website.tracking_id}`
  return (
    <Form
      label="Who may see the statistics"
      className="grid max-w-xl gap-5"
      submit={(values) =>
        save({
          privacy,
          ...(privacy === 2 && { password: values.optionalText('password') }),
          ...(privacy === 0 && { indexable: values.checked('indexable') }),
        })
      }
    >
      <Select
        name="privacy"
        label="Public page"
        value={String(privacy)}
        onChange={({ target }) => setPrivacy(Number(target.value) as Privacy)}
        choices={PRIVACIES}
      />
      {privacy === 2 && (
        <Field
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={website.has_password ? 'Leave it empty to keep the one there is.' : 'Tell it to those who may look.'}
          optional={website.has_password}
        />
      )}
      {privacy === 0 && (
        <Checkbox name="indexable" label="Search engines may list it" defaultChecked={website.indexable} />
      )}
      {website.privacy !== 1 && (
        <div className="flex flex-wrap items-center gap-3">
          <a href={link} className="link figures text-sm wrap-anywhere" target="_blank" rel="noreferrer">
            {link}
          </a>
          <Copy text={link} label="Copy link" />
        </div>
      )}
      <div>
        <Submit>Save</Submit>
      </div>
    </Form>
  )
}

function readCounting(values: FormValues) {
  return {
    timezone: values.text('timezone'),
    retention_days: values.optionalNumber('retention_days') ?? null,
    exclude_bots: values.checked('exclude_bots') ? 1 : 0,
    honor_dnt: values.checked('honor_dnt'),
    exclude_ips: values.optionalText('exclude_ips') ?? null,
    exclude_params: values.optionalText('exclude_params') ?? null,
  } as const
}

export function CountingForm({ website }: { website: Website }) {
  const save = useSave(website)
  const zones = [...new Set([website.timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()
  return (
    <Form label="What is counted" className="grid max-w-xl gap-5" submit={(values) => save(readCounting(values))}>
      <Select
        name="timezone"
        label="Time zone"
        hint="Days begin and end by its clock."
        defaultValue={website.timezone}
        choices={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      />
      <Field
        name="retention_days"
        label="Days that visits are kept"
        hint="Empty: as long as this installation keeps them."
        inputMode="numeric"
        defaultValue={website.retention_days ?? ''}
        figures
        optional
      />
      <Checkbox
        name="exclude_bots"
        label="Leave robots out"
        hint="Those that say so themselves, and those known by their address."
        defaultChecked={website.exclude_bots === 1}
      />
      <Checkbox
        name="honor_dnt"
        label="Leave out who asks not to be tracked"
        hint="By the browser’s Do Not Track or Global Privacy Control."
        defaultChecked={website.honor_dnt}
      />
      <TextArea
        name="exclude_ips"
        label="Addresses to leave out"
        hint="One address or range a line: 203.0.113.7, 2001:db8::/32."
        className="figures"
        defaultValue={website.exclude_ips ?? ''}
        optional
      />
      <TextArea
        name="exclude_params"
        label="Parameters to cut from addresses"
        hint="One name a line; * for all."
        className="figures"
        defaultValue={website.exclude_params ?? ''}
        optional
      />
      <div>
        <Submit>Save</Submit>
      </div>
    </Form>
  )
}

import type { Monitor, MonitorsUpdateInput } from '@sitewatch/sdk'
import { type ReactNode, useState } from 'react'
import { Checkbox, Field, Form, type FormValues, Picker, Select, Submit, TextArea } from '../../ui/index.ts'
import { websiteChoices } from '../websites/website-choices.ts'
import { readHeaders, readList, writeHeaders } from './form-text.ts'
import type { CheckType } from './windows.ts'

interface MonitorFormProps {
  /** What stands in it at first; of a new one, what is known. */
  initial: Partial<Monitor>
  save: (input: MonitorsUpdateInput & { friendly_name: string; url: string }) => Promise<unknown>
  action: string
  /** Before the button: what only a new monitor asks for. */
  children?: ReactNode
}

const INTERVALS: readonly (readonly [number, string])[] = [
  [30, 'every 30 seconds'],
  [60, 'every minute'],
  [300, 'every 5 minutes'],
  [900, 'every 15 minutes'],
  [3600, 'every hour'],
  [86_400, 'every day'],
]

export function MonitorForm({ initial, save, action, children }: MonitorFormProps) {
  const [type, setType] = useState<CheckType>(initial.type ?? 'http')
  const interval = initial.interval ?? 60
  const intervals = INTERVALS.some(([seconds]) => seconds === interval)
    ? INTERVALS
    : [...INTERVALS, [interval, `every ${interval} seconds`] as const]
  return (
    <Form label={action} submit={(values) => save(readMonitor(values, type))} className="grid max-w-xl gap-5">
      <Select
        name="type"
        label="Kind"
        value={type}
        onChange={(event) => setType(event.currentTarget.value === 'ping' ? 'ping' : 'http')}
        choices={[
          { value: 'http', label: 'Web address: asks it and looks at the answer' },
          { value: 'ping', label: 'Ping: whether a host answers at all' },
        ]}
      />
      <Field
        name="url"
        label={type === 'http' ? 'Address' : 'Host or address'}
        placeholder={type === 'http' ? 'https://example.com/' : 'example.com'}
        defaultValue={initial.url ?? ''}
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        figures
      />
      <Field
        name="friendly_name"
        label="Name"
        hint="What alerts call it."
        defaultValue={initial.friendly_name ?? ''}
        autoComplete="off"
      />
      <Select
        name="interval"
        label="Checked"
        defaultValue={String(interval)}
        choices={intervals.map(([seconds, label]) => ({ value: String(seconds), label }))}
      />
      <Picker
        name="website_id"
        legend="Website"
        hint="Then an outage says how many visitors it cost."
        noun="websites"
        source={websiteChoices}
        initial={initial.website_id == null ? [] : [String(initial.website_id)]}
        one={{ none: 'None' }}
      />
      <details className="border-t border-line pt-4">
        <summary className="cursor-pointer font-medium">More settings</summary>
        <div className="mt-4 grid gap-5">
          <Field
            name="timeout_seconds"
            label="Gives up after, in seconds"
            type="number"
            defaultValue={initial.timeout_seconds ?? 10}
            figures
          />
          {type === 'http' && <HttpSettings initial={initial} />}
        </div>
      </details>
      {children}
      <div>
        <Submit>{action}</Submit>
      </div>
    </Form>
  )
}

function HttpSettings({ initial }: { initial: Partial<Monitor> }) {
  const [method, setMethod] = useState(initial.method ?? 'GET')
  return (
    <>
      <Select
        name="method"
        label="Method"
        value={method}
        onChange={(event) => setMethod(event.currentTarget.value as typeof method)}
        choices={['GET', 'HEAD', 'POST'].map((value) => ({ value, label: value }))}
      />
      {method === 'POST' && (
        <TextArea name="request_body" label="Body" optional defaultValue={initial.request_body ?? ''} />
      )}
      <Field
        name="expected_status"
        label="Status that counts as up"
        hint="Codes and ranges, divided by commas."
        defaultValue={(initial.expected_status ?? ['200-399']).join(', ')}
        figures
      />
      <Field
        name="keyword"
        label="Word to look for"
        optional
        hint="In the first part of the answer."
        defaultValue={initial.keyword ?? ''}
      />
      <Select
        name="keyword_mode"
        label="It is up when the word is"
        defaultValue={initial.keyword_mode ?? 'present'}
        choices={[
          { value: 'present', label: 'there' },
          { value: 'absent', label: 'not there' },
        ]}
      />
      <TextArea
        name="request_headers"
        label="Headers"
        optional
        hint="One a line, as in “Authorization: Bearer …”. Values are kept encrypted and shown masked; a masked line keeps its value."
        defaultValue={writeHeaders(initial.request_headers ?? {})}
        className="figures"
      />
      <Checkbox name="follow_redirects" label="Follow redirects" defaultChecked={initial.follow_redirects ?? true} />
      <Checkbox name="verify_tls" label="The certificate must be valid" defaultChecked={initial.verify_tls ?? true} />
    </>
  )
}

function readMonitor(values: FormValues, type: CheckType) {
  const website = values.optionalNumber('website_id')
  const common = {
    type,
    url: values.text('url'),
    friendly_name:
      values.text('friendly_name').trim() ||
      values
        .text('url')
        .replace(/^https?:\/\//, '')
        .replace(/\/$/, ''),
    interval: Number(values.text('interval')),
    website_id: website ?? null,
    timeout_seconds: values.optionalNumber('timeout_seconds') ?? 10,
  }
  if (type === 'ping') return common
  const method = values.text('method') as 'GET' | 'HEAD' | 'POST'
  return {
    ...common,
    method,
    request_body: method === 'POST' ? (values.optionalText('request_body') ?? null) : null,
    expected_status: readList(values.text('expected_status')),
    keyword: values.optionalText('keyword') ?? null,
    keyword_mode: values.text('keyword_mode') as 'present' | 'absent',
    request_headers: readHeaders(values.text('request_headers')),
    follow_redirects: values.checked('follow_redirects'),
    verify_tls: values.checked('verify_tls'),
  }
}

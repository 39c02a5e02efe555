import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Website } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { BASE_URL } from '../../platform/page-facts.ts'
import {
  Button,
  Checkbox,
  Copy,
  Field,
  Form,
  type FormValues,
  pickChanged,
  readSettingFields,
  Select,
  SettingFields,
  Submit,
  TextArea,
  toast,
} from '../../ui/index.ts'
import { WEBSITE_FIELDS } from '../../data/websites/website-fields.gen.ts'
import { readTags, TagsField } from '../../parts/tags/tags-field.tsx'

type Privacy = Website['privacy']

interface SettingsFormProps {
  website: Website
  /** Resets the form to the stored values. */
  onReset: () => void
  onSaved: (saved: Website) => void
}

function useSave({
  website,
  onSaved,
}: SettingsFormProps): (changes: Parameters<typeof api.websites.update>[1]) => Promise<void> {
  const client = useQueryClient()
  return async (changes) => {
    const saved = await api.websites.update(website.id, pickChanged({ ...website, password: undefined }, changes))
    await client.invalidateQueries({ queryKey: ['websites'] })
    onSaved(saved)
    toast(t`Settings saved`)
  }
}

function FormButtons({ onReset }: Pick<SettingsFormProps, 'onReset'>) {
  return (
    <div className="flex flex-wrap gap-3">
      <Submit>{t`Save`}</Submit>
      <Button onClick={onReset}>{t`Cancel`}</Button>
    </div>
  )
}

const PRIVACIES: readonly { value: string; label: MessageDescriptor }[] = [
  { value: '0', label: msg`Public: anyone with the link` },
  { value: '1', label: msg`Private: only you` },
  { value: '2', label: msg`Password-protected` },
]

export function SharingForm(props: SettingsFormProps) {
  const { website, onReset } = props
  const save = useSave(props)
  const [privacy, setPrivacy] = useState<Privacy>(website.privacy)
  const link = `${BASE_URL}/p/${website.tracking_id}`
  return (
    <Form
      label={t`Sharing`}
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
        label={t`Visibility`}
        value={String(privacy)}
        onChange={({ target }) => setPrivacy(Number(target.value) as Privacy)}
        choices={PRIVACIES.map(({ value, label }) => ({ value, label: t(label) }))}
      />
      {privacy === 2 && (
        <Field
          name="password"
          label={t`Password`}
          type="password"
          autoComplete="new-password"
          hint={
            website.has_password
              ? t`Leave empty to keep the current password.`
              : t`Share it with the people who may see the statistics.`
          }
          optional={website.has_password}
        />
      )}
      {privacy === 0 && (
        <Checkbox
          name="indexable"
          label={t`Allow search engines to index the page`}
          defaultChecked={website.indexable}
        />
      )}
      {website.privacy !== 1 && (
        <div className="flex flex-wrap items-center gap-3">
          <a href={link} className="link figures text-sm wrap-anywhere" target="_blank" rel="noreferrer">
            {link}
          </a>
          <Copy text={link} label={t`Copy link`} />
        </div>
      )}
      <FormButtons onReset={onReset} />
    </Form>
  )
}

export function GeneralForm(props: SettingsFormProps) {
  const { website, onReset } = props
  const save = useSave(props)
  const zones = [...new Set([website.timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()
  return (
    <Form
      label={t`General`}
      className="grid max-w-xl gap-5"
      submit={(values) => save({ timezone: values.text('timezone'), tags: readTags(values) })}
    >
      <Select
        name="timezone"
        label={t`Time zone`}
        hint={t`Days start and end at midnight in this time zone.`}
        defaultValue={website.timezone}
        choices={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      />
      <TagsField tags={website.tags} />
      <FormButtons onReset={onReset} />
    </Form>
  )
}

function readTracking(values: FormValues) {
  return {
    retention_days: values.optionalNumber('retention_days') ?? null,
    exclude_bots: values.checked('exclude_bots') ? 1 : 0,
    exclude_ips: values.optionalText('exclude_ips') ?? null,
    exclude_params: values.optionalText('exclude_params') ?? null,
    ...readSettingFields(values, WEBSITE_FIELDS),
  } as const
}

export function TrackingForm(props: SettingsFormProps) {
  const { website, onReset } = props
  const save = useSave(props)
  return (
    <Form label={t`Tracking`} className="grid max-w-xl gap-5" submit={(values) => save(readTracking(values))}>
      <Field
        name="retention_days"
        label={t`Data retention (days)`}
        hint={t`Leave empty to use the server’s default.`}
        inputMode="numeric"
        defaultValue={website.retention_days ?? ''}
        figures
        optional
      />
      <Checkbox
        name="exclude_bots"
        label={t`Exclude bots`}
        hint={t`Bots that identify themselves, and known bot IP addresses.`}
        defaultChecked={website.exclude_bots === 1}
      />
      <SettingFields fields={WEBSITE_FIELDS} initial={website} />
      <TextArea
        name="exclude_ips"
        label={t`Excluded IP addresses`}
        hint={t`One IP address or range per line, for example 203.0.113.7 or 2001:db8::/32.`}
        className="figures"
        defaultValue={website.exclude_ips ?? ''}
        optional
      />
      <TextArea
        name="exclude_params"
        label={t`Excluded query parameters`}
        hint={t`One name per line; * excludes all.`}
        className="figures"
        defaultValue={website.exclude_params ?? ''}
        optional
      />
      <FormButtons onReset={onReset} />
    </Form>
  )
}

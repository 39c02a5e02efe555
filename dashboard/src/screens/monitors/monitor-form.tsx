import { i18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { findDestinationChange } from '@sitewatch/contract/destination'
import type { MonitorField, MonitorTypeForm } from '@sitewatch/contract/form-field'
import type { Monitor, MonitorsUpdateInput } from '@sitewatch/sdk'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  buttonClass,
  Field,
  Form,
  type FormValues,
  Picker,
  readSettingFields,
  Select,
  SettingFields,
  Submit,
} from '../../ui/index.ts'
import { readTags, TagsField } from '../../parts/tags/tags-field.tsx'
import { websiteChoices } from '../../data/websites/website-choices.ts'
import { EscalationSelect } from './escalation-select.tsx'
import { IntervalSelect } from '../../parts/monitors/interval-select.tsx'
import { parentChoices } from '../../data/monitors/monitor-choices.ts'
import { MONITOR_FIELDS, MONITOR_TYPES } from '../../data/monitors/monitor-types.gen.ts'

interface MonitorFormProps {
  /** Initial values. For a new monitor, only those that are already known. */
  initial: Partial<Monitor>
  save: (input: MonitorsUpdateInput & { friendly_name: string }) => Promise<unknown>
  action: string
  /** Target of the Cancel link. */
  cancel: LinkProps
  /** Shown above the buttons: fields that only a new monitor has. */
  children?: ReactNode
}

export function MonitorForm({ initial, save, action, cancel, children }: MonitorFormProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string>(initial.type ?? MONITOR_TYPES[0].type)
  const [isMoved, setMoved] = useState(false)
  const form: MonitorTypeForm = MONITOR_TYPES.find(({ type }) => type === chosen) ?? MONITOR_TYPES[0]
  return (
    <Form label={action} submit={(values) => save(readMonitor(values, form))} className="grid max-w-xl gap-5">
      <TypeSelect form={form} onChoose={setChosen} />
      {form.url && (
        <Field
          name="url"
          label={i18n._(form.url.label)}
          placeholder={form.url.placeholder}
          defaultValue={initial.type === 'heartbeat' ? '' : (initial.url ?? '')}
          onChange={(event) => {
            const urls = [event.currentTarget.value.trim()]
            setMoved(findDestinationChange({ urls: [initial.url] }, { urls }) !== null)
          }}
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          figures
        />
      )}
      <Field
        name="friendly_name"
        label={t`Name`}
        hint={t`Shown in alerts.`}
        defaultValue={initial.friendly_name ?? ''}
        autoComplete="off"
      />
      {form.url ? (
        <IntervalSelect interval={initial.interval ?? 60} />
      ) : (
        <SettingFields key={form.type} fields={form.fields} initial={initial} />
      )}
      <Picker
        name="website_id"
        legend={t`Website`}
        hint={t`Link a website to see how many visitors an outage affects.`}
        noun={t`websites`}
        source={websiteChoices}
        initial={initial.website_id == null ? [] : [String(initial.website_id)]}
        one={{ none: t`None` }}
      />
      <TagsField tags={initial.tags ?? []} />
      <MoreSettings form={form} initial={initial} isMoved={isMoved} />
      {children}
      <Buttons action={action} cancel={cancel} />
    </Form>
  )
}

/** The settings of every type that need no component of their own. */
const findCommonFields = ({ url }: MonitorTypeForm): readonly MonitorField[] =>
  MONITOR_FIELDS.filter((field: MonitorField) => url !== null || !field.needs_target)

function DependsOn({ initial: { id, depends_on = [] } }: Pick<MonitorFormProps, 'initial'>) {
  const { t } = useLingui()
  return (
    <Picker
      name="depends_on"
      legend={t`Depends on`}
      hint={t`While one of these monitors is down, nobody is alerted about this one.`}
      noun={t`monitors`}
      source={parentChoices(id)}
      initial={depends_on.map(String)}
      empty={t`No other monitors yet.`}
    />
  )
}

interface MoreSettingsProps extends Pick<MonitorFormProps, 'initial'> {
  form: MonitorTypeForm
  isMoved: boolean
}

function MoreSettings({ form, initial, isMoved }: MoreSettingsProps) {
  return (
    <details className="border-t border-line pt-4">
      <summary className="cursor-pointer font-medium">
        <Trans>More settings</Trans>
      </summary>
      <div className="mt-4 grid gap-5">
        <SettingFields fields={findCommonFields(form)} initial={initial} />
        <DependsOn initial={initial} />
        <EscalationSelect initial={initial} />
        {form.url && <SettingFields key={form.type} fields={form.fields} initial={initial} isMoved={isMoved} />}
      </div>
    </details>
  )
}

function TypeSelect({ form, onChoose }: { form: MonitorTypeForm; onChoose: (type: string) => void }) {
  const { t } = useLingui()
  return (
    <Select
      name="type"
      label={t`Type`}
      hint={i18n._(form.description)}
      value={form.type}
      onChange={(event) => onChoose(event.currentTarget.value)}
      choices={MONITOR_TYPES.map(({ type, label }) => ({ value: type, label: i18n._(label) }))}
    />
  )
}

function Buttons({ action, cancel }: Pick<MonitorFormProps, 'action' | 'cancel'>) {
  return (
    <div className="flex flex-wrap gap-3">
      <Submit>{action}</Submit>
      <Link {...cancel} className={buttonClass()}>
        <Trans>Cancel</Trans>
      </Link>
    </div>
  )
}

function readMonitor(values: FormValues, form: MonitorTypeForm) {
  const { type, url: urlField, fields } = form
  const website = values.optionalNumber('website_id')
  const friendly_name = values.text('friendly_name').trim()
  const common = {
    // The list of types is generated from the same definitions as the API.
    type: type as Monitor['type'],
    friendly_name,
    website_id: website ?? null,
    tags: readTags(values),
    depends_on: values
      .all('depends_on')
      .map(Number)
      .toSorted((a, b) => a - b),
    escalation_policy_id: values.optionalNumber('escalation_policy_id') ?? null,
    ...readSettingFields(values, [...findCommonFields(form), ...fields]),
  }
  if (!urlField) return common
  const url = values.text('url')
  return {
    ...common,
    url,
    friendly_name: friendly_name || url.replace(/^https?:\/\//, '').replace(/\/$/, ''),
    interval: Number(values.text('interval')),
  }
}

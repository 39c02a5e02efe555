import { t } from '@lingui/core/macro'
import type { StatusPage, StatusPagesUpdateInput } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { buttonClass, Checkbox, Field, Form, type FormValues, Submit, TextArea } from '../../ui/index.ts'
import { AccentField, AccessFields, readAccess } from './look-and-access.tsx'
import { readShownMonitors, readShownWebsites, ShownMonitors, ShownWebsites } from './shown-components.tsx'

interface StatusPageFormProps {
  stored?: StatusPage
  action: string
  save: (fields: StatusPagesUpdateInput & { name: string }) => Promise<unknown>
}

function readPage(values: FormValues): StatusPagesUpdateInput & { name: string } {
  return {
    name: values.text('name'),
    slug: values.optionalText('slug'),
    domain: values.optionalText('domain') ?? null,
    description: values.optionalText('description') ?? null,
    monitors: readShownMonitors(values),
    websites: readShownWebsites(values),
    ...readAccess(values),
    accent_color: values.checked('has_accent') ? values.text('accent_color') : null,
    show_response_times: values.checked('show_response_times'),
  }
}

export function StatusPageForm({ stored, action, save }: StatusPageFormProps) {
  return (
    <Form label={action} submit={(values) => save(readPage(values))} className="grid max-w-xl gap-5">
      <Field
        name="name"
        label={t`Name`}
        defaultValue={stored?.name ?? ''}
        placeholder={t`Example status`}
        autoComplete="off"
      />
      <TextArea name="description" label={t`Description`} optional rows={2} defaultValue={stored?.description ?? ''} />
      <ShownMonitors stored={stored?.monitors ?? []} />
      <ShownWebsites stored={stored?.websites ?? []} />
      <AddressFields stored={stored} />
      <AccessFields stored={stored} />
      <AccentField stored={stored?.accent_color ?? null} />
      <Checkbox
        name="show_response_times"
        label={t`Show response times`}
        defaultChecked={stored?.show_response_times ?? true}
      />
      <div className="flex flex-wrap gap-3">
        <Submit>{action}</Submit>
        <Link to="/status-pages" className={buttonClass()}>
          {t`Cancel`}
        </Link>
      </div>
    </Form>
  )
}

function AddressFields({ stored }: { stored: StatusPage | undefined }) {
  return (
    <>
      <Field
        name="slug"
        label={t`Path`}
        optional
        hint={t`The page is served at /s/<path>. Leave empty to derive it from the name.`}
        defaultValue={stored?.slug ?? ''}
        autoCapitalize="none"
        figures
      />
      <Field
        name="domain"
        label={t`Custom domain`}
        optional
        hint={t`Point its DNS record to this server. You will then get a record that proves you own the domain.`}
        placeholder="status.example.com"
        defaultValue={stored?.domain ?? ''}
        autoCapitalize="none"
        figures
      />
    </>
  )
}

import { t } from '@lingui/core/macro'
import type { Website } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { Field, Form, type FormValues, Submit } from '../../ui/index.ts'

interface AddWebsiteFormProps {
  onCreated: (website: Website) => void
  /** For a screen that has only this field. */
  autoFocus?: boolean
}

/** The first step of the setup. An empty overview shows it, too. */
export function AddWebsiteForm({ onCreated, autoFocus = true }: AddWebsiteFormProps) {
  const client = useQueryClient()
  async function create(values: FormValues): Promise<void> {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const website = await api.websites.create({ domain: values.text('domain'), timezone, privacy: 1 })
    await client.invalidateQueries({ queryKey: ['websites'] })
    onCreated(website)
  }
  return (
    <Form submit={create} label={t`Add website`}>
      <Field
        name="domain"
        label={t`Website domain or URL`}
        hint={t`Statistics are private until you make them public in the website’s settings.`}
        placeholder="example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        autoFocus={autoFocus}
        figures
      />
      <div>
        <Submit>{t`Add website`}</Submit>
      </div>
    </Form>
  )
}

import { msg, t } from '@lingui/core/macro'
import type { AdministeredUser } from '@sitewatch/sdk'
import { api } from '../../platform/api.ts'
import { Button, Dialog, Field, Form, pickChanged, Submit } from '../../ui/index.ts'

interface QuotasProps {
  user: AdministeredUser
  onClose: () => void
  onSaved: () => void
}

const FIELDS = [
  { name: 'max_websites', label: msg`Websites` },
  { name: 'max_monitors', label: msg`Monitors` },
  { name: 'max_providers', label: msg`Providers` },
  { name: 'max_keys', label: msg`API keys` },
] as const

/** The limits of one account. An empty field means the server's default. */
export function Quotas({ user, onClose, onSaved }: QuotasProps) {
  return (
    <Dialog title={t`Limits for ${user.email}`} onClose={onClose}>
      <Form
        label={t`Limits`}
        submit={async (values) => {
          const limits = FIELDS.map(({ name }) => [name, values.optionalNumber(name) ?? null])
          const fields = Object.fromEntries(limits) as Record<(typeof FIELDS)[number]['name'], number | null>
          await api.users.update(user.id, pickChanged(user, fields))
          onSaved()
          onClose()
        }}
      >
        <p className="text-soft">{t`Leave empty to use the server’s default. Existing items are kept.`}</p>
        <div className="grid grid-cols-2 gap-4">
          {FIELDS.map(({ name, label }) => (
            <Field
              key={name}
              name={name}
              label={t(label)}
              type="number"
              min={0}
              defaultValue={user[name] ?? ''}
              inputMode="numeric"
              figures
            />
          ))}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Submit>{t`Save limits`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

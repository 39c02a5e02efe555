import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, Dialog, Field, Form, Submit } from '../../ui/index.ts'
import { PasswordField } from './password-field.tsx'

/** Nothing changes until the link in the mail to the new address is confirmed. */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const [sentTo, setSentTo] = useState('')
  if (sentTo !== '') {
    return (
      <Dialog title={t`Check your e-mail`} onClose={onClose}>
        <p className="wrap-anywhere">
          <Trans>
            If {sentTo} can be used, we have sent a link to it. Your address changes when you open the link and confirm,
            within one hour.
          </Trans>
        </p>
        <div className="flex justify-end">
          <Button kind="primary" onClick={onClose}>
            {t`Close`}
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={t`Change e-mail address`} onClose={onClose}>
      <Form
        label={t`Change e-mail address`}
        submit={async (values) => {
          const email = values.text('email').trim()
          await api.account.changeEmail({ email, password: values.text('password') })
          setSentTo(email)
        }}
      >
        <Field name="email" type="email" label={t`New e-mail address`} autoComplete="email" autoFocus />
        <PasswordField />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Submit>{t`Send link`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

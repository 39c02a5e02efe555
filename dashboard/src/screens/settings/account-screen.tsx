import { t } from '@lingui/core/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { sessionQuery } from '../../data/accounts/queries.ts'
import { ThemeSwitch } from '../../shell/theme-switch.tsx'
import { singleKeys } from '../../platform/shortcuts.ts'
import { Button, Checkbox, Dialog, Form, Section, Submit, Time } from '../../ui/index.ts'
import { ChangeEmail } from './change-email.tsx'
import { EmailVerification } from './email-verification.tsx'
import { LanguageSetting } from './language-setting.tsx'
import { PasswordField } from './password-field.tsx'

function RemoveAccount({ email, onClose }: { email: string; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <Dialog title={t`Delete account ${email}?`} onClose={onClose}>
      <p>
        {t`This permanently deletes all websites, statistics, monitors, status pages, providers and API keys of the account. It cannot be undone.`}
      </p>
      <Form
        label={t`Delete account`}
        submit={async (values) => {
          await api.account.remove({ password: values.text('password') })
          await navigate({ to: '/sign-in' })
          client.clear()
        }}
      >
        <PasswordField autoFocus />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Submit kind="danger">{t`Delete account`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

export function AccountScreen() {
  const { data } = useSuspenseQuery(sessionQuery)
  const { email, email_verified_at, created_at, is_administrator } = data.user
  const keys = singleKeys.use()
  const [isRemoving, setRemoving] = useState(false)
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <Section title={t`Account`}>
        <dl className="grid max-w-xl grid-cols-[auto_1fr] gap-x-8 gap-y-2">
          <dt className="text-soft">{t`E-mail`}</dt>
          <dd className="min-w-0 wrap-anywhere">{email}</dd>
          <dt className="text-soft">{t`Created`}</dt>
          <dd>
            <Time at={created_at} as="day" />
          </dd>
          <dt className="text-soft">{t`Role`}</dt>
          <dd>{is_administrator ? t`Administrator` : t`User`}</dd>
        </dl>
        <div className="mt-4">
          <Button onClick={() => setChanging(true)}>{t`Change e-mail address…`}</Button>
        </div>
        {email_verified_at === null && (
          <div className="mt-6 max-w-xl">
            <EmailVerification email={email} />
          </div>
        )}
      </Section>
      <LanguageSetting language={data.user.language} />
      <Section title={t`Preferences in this browser`}>
        <div className="grid justify-items-start gap-4">
          <ThemeSwitch />
          <Checkbox
            label={t`Keyboard shortcuts`}
            hint={t`Single keys, such as t for Today. Turn them off if you use dictation or your own shortcuts; ⌘K and Ctrl K always work.`}
            checked={keys === 'on'}
            onChange={(event) => singleKeys.set(event.target.checked ? 'on' : 'off')}
          />
        </div>
      </Section>
      <Section title={t`Delete account`}>
        <div className="grid justify-items-start gap-4">
          <p>{t`Deletes the account and all its data.`}</p>
          <Button onClick={() => setRemoving(true)}>{t`Delete account…`}</Button>
        </div>
      </Section>
      {isChanging && <ChangeEmail onClose={() => setChanging(false)} />}
      {isRemoving && <RemoveAccount email={email} onClose={() => setRemoving(false)} />}
    </>
  )
}

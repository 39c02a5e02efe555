import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { sessionQuery } from '../../data/accounts/queries.ts'
import { Button, ErrorBox, Notice, toast } from '../../ui/index.ts'

/** Refetches the session whenever the window gets the focus: the link is opened elsewhere, often in another tab. */
export function EmailVerification({ email }: { email: string }) {
  useQuery({ ...sessionQuery, staleTime: 0, refetchOnWindowFocus: 'always' })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function send(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await api.account.sendEmailVerification()
      toast(t`We have sent you an e-mail with a link.`)
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Notice kind="warning" title={t`Confirm your e-mail address`}>
      <p>
        <Trans>
          We sent a link to {email}. Until you open it and confirm, no alerts and no reports are sent there.
        </Trans>
      </p>
      {error !== undefined && <ErrorBox error={error} />}
      <div>
        <Button busy={busy} onClick={() => void send()}>
          {t`Resend link`}
        </Button>
      </div>
    </Notice>
  )
}

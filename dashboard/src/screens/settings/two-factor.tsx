import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { TwoFactorSetup } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { sessionQuery, passkeysQuery } from '../../data/accounts/queries.ts'
import { Button, CodeBlock, Copy, Dialog, Field, Form, Notice, Status, Submit, toast } from '../../ui/index.ts'
import { canUsePasskeys, signWithPasskey } from '../../data/accounts/passkey.ts'
import { ConfirmOwnerButtons, ConfirmOwnerFields, readConfirmation } from './confirm-owner.tsx'
import { PasswordField } from './password-field.tsx'
import { QrPicture } from './qr-picture.tsx'

/** Groups of four are easier to read and type. */
const groupInFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

function Scan({ setup, onConfirmed }: { setup: TwoFactorSetup; onConfirmed: (codes: string[]) => void }) {
  return (
    <>
      <p>{t`Scan this QR code with your authenticator app, or enter the key by hand.`}</p>
      <div className="grid justify-items-center">
        <QrPicture text={setup.otpauth_url} label={t`QR code with the key below`} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <code className="wrap-anywhere">{groupInFours(setup.secret)}</code>
        <Copy text={setup.secret} label={t`Copy the key`} />
      </div>
      <p>
        <Trans>
          On this device:{' '}
          <a href={setup.otpauth_url} className="link">
            Open authenticator app
          </a>
        </Trans>
      </p>
      <Form
        label={t`Confirm`}
        submit={async (values) =>
          onConfirmed((await api.account.confirmTwoFactor({ code: values.text('code') })).recovery_codes)
        }
      >
        <Field
          name="code"
          label={t`Code from the app`}
          hint={t`The six digits that the app shows.`}
          inputMode="numeric"
          autoComplete="one-time-code"
          figures
          autoFocus
        />
        <div>
          <Submit>{t`Enable`}</Submit>
        </div>
      </Form>
    </>
  )
}

interface EnableDialogProps {
  /** Whether a passkey can be used here. */
  hasPasskey: boolean
  onClose: () => void
}

function EnableDialog({ hasPasskey, onClose }: EnableDialogProps) {
  const client = useQueryClient()
  const [setup, setSetup] = useState<TwoFactorSetup>()
  const [codes, setCodes] = useState<string[]>()

  async function finish(recovery: string[]): Promise<void> {
    setCodes(recovery)
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  if (codes) {
    return (
      <Dialog key="codes" title={t`Save your recovery codes`} onClose={onClose}>
        <Notice kind="done" title={t`Two-factor authentication is enabled.`}>
          <p>{t`Each code works once if you lose access to the app or your passkey. They are shown only now.`}</p>
        </Notice>
        <CodeBlock label={t`Recovery codes`} code={codes.join('\n')} />
        <div>
          <Button kind="primary" onClick={onClose}>
            {t`I have saved them`}
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={t`Enable two-factor authentication`} onClose={onClose}>
      {setup ? (
        <Scan setup={setup} onConfirmed={(recovery) => void finish(recovery)} />
      ) : (
        <Form
          label={t`Enable two-factor authentication`}
          submit={async (values) => {
            if (values.text('intent') === 'passkey') {
              const passkey = await signWithPasskey()
              return finish((await api.account.confirmTwoFactor({ passkey })).recovery_codes)
            }
            return setSetup(await api.account.startTwoFactor({ password: values.text('password') }))
          }}
        >
          <PasswordField autoFocus />
          <div className="flex flex-wrap gap-3">
            <Submit>{t`Continue`}</Submit>
            {hasPasskey && (
              <Submit kind="plain" intent="passkey">
                {t`Use my passkey`}
              </Submit>
            )}
          </div>
        </Form>
      )}
    </Dialog>
  )
}

function DisableDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <Dialog title={t`Disable two-factor authentication?`} onClose={onClose}>
      <p>{t`You will sign in with your password only. Your recovery codes stop working.`}</p>
      <Form
        label={t`Disable two-factor authentication`}
        submit={async (values) => {
          await api.account.stopTwoFactor(await readConfirmation(values))
          await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
          toast(t`Two-factor authentication is disabled.`)
          onClose()
        }}
      >
        <ConfirmOwnerFields autoFocus />
        <ConfirmOwnerButtons>
          <Submit kind="danger">{t`Disable`}</Submit>
        </ConfirmOwnerButtons>
      </Form>
    </Dialog>
  )
}

export function TwoFactor({ isOn }: { isOn: boolean }) {
  const [opened, setOpened] = useState<'on' | 'off'>()
  const close = (): void => setOpened(undefined)
  const { data } = useQuery(passkeysQuery)
  const hasPasskey = canUsePasskeys() && data !== undefined && data.data.length > 0
  return (
    <div className="grid justify-items-start gap-4">
      <p>
        {isOn ? <Status name="up">{t`On`}</Status> : <Status name="unknown">{t`Off`}</Status>}
        <span className="text-soft">
          {' '}
          {t`· requires a code from an authenticator app, or a passkey, after your password`}
        </span>
      </p>
      {isOn ? (
        <Button onClick={() => setOpened('off')}>{t`Disable…`}</Button>
      ) : (
        <Button onClick={() => setOpened('on')}>{t`Enable…`}</Button>
      )}
      {opened === 'on' && <EnableDialog hasPasskey={hasPasskey} onClose={close} />}
      {opened === 'off' && <DisableDialog onClose={close} />}
    </div>
  )
}

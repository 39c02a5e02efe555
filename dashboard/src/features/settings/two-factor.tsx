import type { TwoFactorSetup } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, sessionQuery } from '../../api.ts'
import { Button, CodeBlock, Copy, Dialog, Field, Form, Notice, Status, Submit, toast } from '../../ui/index.ts'
import { QrPicture } from './qr-picture.tsx'

/** In groups of four, as people read it aloud. */
const spell = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

function Scan({ setup, onConfirmed }: { setup: TwoFactorSetup; onConfirmed: (codes: string[]) => void }) {
  return (
    <>
      <p>Scan this QR code with your authenticator app, or enter the key by hand.</p>
      <div className="grid justify-items-center">
        <QrPicture text={setup.otpauth_url} label="QR code with the key below" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <code className="wrap-anywhere">{spell(setup.secret)}</code>
        <Copy text={setup.secret} label="Copy the key" />
      </div>
      <p>
        On this device:{' '}
        <a href={setup.otpauth_url} className="link">
          Open authenticator app
        </a>
      </p>
      <Form
        label="Confirm"
        submit={async (values) =>
          onConfirmed((await api.account.confirmTwoFactor({ code: values.text('code') })).recovery_codes)
        }
      >
        <Field
          name="code"
          label="Code from the app"
          hint="The six digits that the app shows."
          inputMode="numeric"
          autoComplete="one-time-code"
          figures
          autoFocus
        />
        <div>
          <Submit>Enable</Submit>
        </div>
      </Form>
    </>
  )
}

function SwitchOn({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [setup, setSetup] = useState<TwoFactorSetup>()
  const [codes, setCodes] = useState<string[]>()

  async function finish(recovery: string[]): Promise<void> {
    setCodes(recovery)
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  if (codes) {
    return (
      <Dialog key="codes" title="Save your recovery codes" onClose={onClose}>
        <Notice kind="done" title="Two-factor authentication is enabled.">
          <p>Each code works once if you lose access to the app. They are shown only now.</p>
        </Notice>
        <CodeBlock label="Recovery codes" code={codes.join('\n')} />
        <div>
          <Button kind="primary" onClick={onClose}>
            I have saved them
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title="Enable two-factor authentication" onClose={onClose}>
      {setup ? (
        <Scan setup={setup} onConfirmed={(recovery) => void finish(recovery)} />
      ) : (
        <Form
          label="Enable two-factor authentication"
          submit={async (values) => setSetup(await api.account.startTwoFactor({ password: values.text('password') }))}
        >
          <Field name="password" type="password" label="Your password" autoComplete="current-password" autoFocus />
          <div>
            <Submit>Continue</Submit>
          </div>
        </Form>
      )}
    </Dialog>
  )
}

function SwitchOff({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <Dialog title="Disable two-factor authentication?" onClose={onClose}>
      <p>You will sign in with your password only. Your recovery codes stop working.</p>
      <Form
        label="Disable two-factor authentication"
        submit={async (values) => {
          const { message } = await api.account.stopTwoFactor({
            password: values.text('password'),
            code: values.text('code'),
          })
          await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
          toast(message)
          onClose()
        }}
      >
        <Field name="password" type="password" label="Your password" autoComplete="current-password" autoFocus />
        <Field name="code" label="Code" hint="From the app, or a recovery code." autoComplete="one-time-code" figures />
        <div>
          <Submit kind="danger">Disable</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

export function TwoFactor({ isOn }: { isOn: boolean }) {
  const [opened, setOpened] = useState<'on' | 'off'>()
  const close = (): void => setOpened(undefined)
  return (
    <div className="grid justify-items-start gap-4">
      <p>
        {isOn ? <Status name="up">On</Status> : <Status name="unknown">Off</Status>}
        <span className="text-soft"> · requires a code from an authenticator app when you sign in</span>
      </p>
      {isOn ? (
        <Button onClick={() => setOpened('off')}>Disable…</Button>
      ) : (
        <Button onClick={() => setOpened('on')}>Enable…</Button>
      )}
      {opened === 'on' && <SwitchOn onClose={close} />}
      {opened === 'off' && <SwitchOff onClose={close} />}
    </div>
  )
}

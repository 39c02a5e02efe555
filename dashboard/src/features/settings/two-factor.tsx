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
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <div className="grid justify-items-center">
        <QrPicture text={setup.otpauth_url} label="QR code with the key below" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <code className="wrap-anywhere">{spell(setup.secret)}</code>
        <Copy text={setup.secret} label="Copy the key" />
      </div>
      <p>
        On this device?{' '}
        <a href={setup.otpauth_url} className="link">
          Open the app
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
          hint="Six digits. They show that the app has the right key."
          inputMode="numeric"
          autoComplete="one-time-code"
          figures
          autoFocus
        />
        <div>
          <Submit>Switch on</Submit>
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
      <Dialog key="codes" title="Keep these recovery codes" onClose={onClose}>
        <Notice kind="done" title="Two-factor is on.">
          <p>Each code signs you in once when the app is lost. They are shown only now.</p>
        </Notice>
        <CodeBlock label="Recovery codes" code={codes.join('\n')} />
        <div>
          <Button kind="primary" onClick={onClose}>
            I have kept them
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title="Switch two-factor on" onClose={onClose}>
      {setup ? (
        <Scan setup={setup} onConfirmed={(recovery) => void finish(recovery)} />
      ) : (
        <Form
          label="Switch two-factor on"
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
    <Dialog title="Switch two-factor off?" onClose={onClose}>
      <p>After that the password alone signs you in. The recovery codes stop working.</p>
      <Form
        label="Switch two-factor off"
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
          <Submit kind="danger">Switch off</Submit>
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
        <span className="text-soft"> · a code from an app on your phone besides the password</span>
      </p>
      {isOn ? (
        <Button onClick={() => setOpened('off')}>Switch off…</Button>
      ) : (
        <Button onClick={() => setOpened('on')}>Switch on…</Button>
      )}
      {opened === 'on' && <SwitchOn onClose={close} />}
      {opened === 'off' && <SwitchOff onClose={close} />}
    </div>
  )
}

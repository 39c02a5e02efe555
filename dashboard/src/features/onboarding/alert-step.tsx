import type { Provider, ProvidersCreateInput } from '@sitewatch/sdk'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, sessionQuery } from '../../api.ts'
import { Button, ErrorBox, Field, Form, type FormValues, Notice, Progress, Select, Submit } from '../../ui/index.ts'

const KINDS = [
  { value: 'email', label: 'E-mail' },
  { value: 'slack', label: 'Slack' },
  { value: 'telegram', label: 'Telegram' },
  { value: 'sms', label: 'SMS' },
  { value: 'discord', label: 'Discord' },
] as const
type Kind = (typeof KINDS)[number]['value']

function readProvider(kind: Kind, values: FormValues): ProvidersCreateInput {
  switch (kind) {
    case 'email':
      return { provider_type: kind, recipient_email: values.text('recipient_email') }
    case 'telegram':
      return { provider_type: kind, chat_id: values.text('chat_id'), token: values.text('token') }
    case 'sms':
      return { provider_type: kind, phone_number: values.text('phone_number') }
    case 'slack':
    case 'discord':
      return { provider_type: kind, webhook_url: values.text('webhook_url') }
    default:
      return kind satisfies never
  }
}

function KindFields({ kind, email }: { kind: Kind; email: string }) {
  switch (kind) {
    case 'email':
      return <Field name="recipient_email" type="email" label="Address" defaultValue={email} autoComplete="email" />
    case 'telegram':
      return (
        <>
          <Field name="token" label="Bot token" hint="From @BotFather: 123456:ABC…" autoComplete="off" figures />
          <Field name="chat_id" label="Chat" hint="A chat id or an @name." autoComplete="off" figures />
        </>
      )
    case 'sms':
      return <Field name="phone_number" type="tel" label="Number" hint="With country code: +15551234567" figures />
    case 'slack':
    case 'discord':
      return <Field name="webhook_url" type="url" label="Webhook address" autoComplete="off" figures />
    default:
      return kind satisfies never
  }
}

type Test = { state: 'sending' } | { state: 'sent'; message: string } | { state: 'failed'; error: unknown }

function TestAlert({ provider, onDone }: { provider: Provider; onDone: () => void }) {
  const [test, setTest] = useState<Test>()
  async function send(): Promise<void> {
    setTest({ state: 'sending' })
    try {
      setTest({ state: 'sent', message: (await api.providers.test(provider.id)).message })
    } catch (error) {
      setTest({ state: 'failed', error })
    }
  }
  return (
    <div className="grid gap-5">
      <Notice kind="done" title={`From now on ${provider.name} is told.`} />
      {test?.state === 'sending' && <Progress label="Sending a test alert…" />}
      {test?.state === 'sent' && <Notice kind="done" title={test.message} />}
      {test?.state === 'failed' && <ErrorBox error={test.error} />}
      <div className="flex flex-wrap gap-3">
        <Button
          kind={test?.state === 'sent' ? 'plain' : 'primary'}
          busy={test?.state === 'sending'}
          onClick={() => void send()}
        >
          {test === undefined ? 'Send a test alert' : 'Send another'}
        </Button>
        <Button kind={test?.state === 'sent' ? 'primary' : 'plain'} onClick={onDone}>
          Finish
        </Button>
      </div>
    </div>
  )
}

interface AlertStepProps {
  monitor_id: number | undefined
  onDone: () => void
}

/** Who is told, and a message to see that it gets through. */
export function AlertStep({ monitor_id, onDone }: AlertStepProps) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const client = useQueryClient()
  const [kind, setKind] = useState<Kind>('email')
  const [provider, setProvider] = useState<Provider>()

  async function create(values: FormValues): Promise<void> {
    const made = await api.providers.create(readProvider(kind, values))
    if (monitor_id !== undefined) await api.monitors.assign(monitor_id, { provider_id: made.id })
    await client.invalidateQueries({ queryKey: ['providers'] })
    setProvider(made)
  }

  if (provider) return <TestAlert provider={provider} onDone={onDone} />
  return (
    <Form submit={create} label="Who is told">
      <Select
        name="provider_type"
        label="By"
        choices={KINDS}
        value={kind}
        onChange={(event) => setKind(event.target.value as Kind)}
      />
      <KindFields kind={kind} email={session.user.email} />
      <div>
        <Submit>Add and continue</Submit>
      </div>
    </Form>
  )
}

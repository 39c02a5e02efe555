import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CreatedApiKey } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { DAY_MS } from '@sitewatch/contract/durations'
import { api } from '../../platform/api.ts'
import { BASE_URL } from '../../platform/page-facts.ts'
import {
  Button,
  Checkbox,
  CheckboxGroup,
  CodeBlock,
  Dialog,
  Field,
  Form,
  type FormValues,
  Notice,
  Select,
  Submit,
  TextArea,
} from '../../ui/index.ts'
import { LimitFields, readLimits } from './key-limits.tsx'
import { type Scope, SCOPES } from './scopes.ts'

const listExpiryChoices = () => [
  { value: '', label: t`Never` },
  { value: '30', label: t`In 30 days` },
  { value: '90', label: t`In 90 days` },
  { value: '365', label: t`In a year` },
]

/** The command contains the key, which is shown only now. */
function ConnectAssistant({ secret }: { secret: string }) {
  const command = `claude mcp add --transport http sitewatch ${BASE_URL}/mcp --header "Authorization: Bearer ${secret}"`
  return (
    <details>
      <summary className="cursor-pointer text-sm text-soft">{t`Connect an AI assistant (MCP)`}</summary>
      <div className="grid gap-3 pt-3">
        <CodeBlock label={t`Command for Claude Code`} code={command} />
        <p className="text-sm text-soft">
          <Trans>
            For Claude Code. For other programs, see{' '}
            <a href={`${BASE_URL}/docs/guides/mcp`} className="link">
              the guide
            </a>
            .
          </Trans>
        </p>
      </div>
    </details>
  )
}

export function ShownOnce({ made, onClose }: { made: CreatedApiKey; onClose: () => void }) {
  return (
    <Dialog title={t`API key “${made.name}”`} onClose={onClose} width_px={560}>
      <Notice kind="warning" title={t`Copy it now. You won’t be able to see it again.`} />
      <CodeBlock label={t`API key`} code={made.key} />
      <p className="text-sm text-soft">
        <Trans>
          Send it as <code>Authorization: Bearer sw_…</code>
        </Trans>
      </p>
      <ConnectAssistant secret={made.key} />
      <div>
        <Button kind="primary" onClick={onClose}>
          {t`Done`}
        </Button>
      </div>
    </Dialog>
  )
}

/** The dialog opens at once, and the many scopes follow in the next frame: rendered together, they kept a slow phone waiting. */
function Scopes() {
  const isShown = useDeferredValue(true, false)
  return (
    <CheckboxGroup name="scopes" legend={t`Scopes`}>
      {Object.entries(SCOPES).map(([scope, description]) =>
        isShown ? (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            label={
              <>
                {t(description)} <code className="text-soft">{scope}</code>
              </>
            }
          />
        ) : (
          <div key={scope} className="h-6" />
        ),
      )}
    </CheckboxGroup>
  )
}

export function NewKey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [made, setMade] = useState<CreatedApiKey>()

  async function create(values: FormValues): Promise<void> {
    const days = values.optionalNumber('expires_at')
    const key = await api.keys.create({
      name: values.text('name'),
      scopes: values.all('scopes') as Scope[],
      expires_at: days === undefined ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
      allowed_addresses: values.text('allowed_addresses').split(/\s+/).filter(Boolean),
      limited_to: readLimits(values),
    })
    setMade(key)
    await client.invalidateQueries({ queryKey: ['keys'] })
  }

  if (made) return <ShownOnce made={made} onClose={onClose} />
  return (
    <Dialog title={t`Create API key`} onClose={onClose} width_px={560}>
      <Form submit={create} label={t`Create API key`}>
        <Field name="name" label={t`Name`} hint={t`For example “Deploy pipeline”.`} autoComplete="off" autoFocus />
        <Scopes />
        <LimitFields />
        <Select name="expires_at" label={t`Expires`} choices={listExpiryChoices()} />
        <TextArea
          name="allowed_addresses"
          label={t`Allowed IP addresses`}
          hint={t`One address or range per line, such as 203.0.113.0/24. Leave empty to allow all.`}
          optional
          rows={2}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Submit>{t`Create API key`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

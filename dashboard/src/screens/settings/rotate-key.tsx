import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ApiKey, CreatedApiKey } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, Dialog, Form, Select, Submit } from '../../ui/index.ts'
import { ShownOnce } from './new-key.tsx'

const listOverlapChoices = () => [
  { value: '0', label: t`Not at all` },
  { value: '1', label: t`For an hour` },
  { value: '24', label: t`For a day` },
  { value: '168', label: t`For a week` },
]

export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const client = useQueryClient()
  const [made, setMade] = useState<CreatedApiKey>()
  if (made) return <ShownOnce made={made} onClose={onClose} />
  return (
    <Dialog title={t`Rotate API key “${apiKey.name}”?`} onClose={onClose}>
      <p>
        <Trans>
          You get a new key with the same scopes, limits, addresses and lifetime. The old one (
          <code>{apiKey.prefix}…</code>) keeps working while you replace it.
        </Trans>
      </p>
      <Form
        label={t`Rotate API key`}
        submit={async (values) => {
          setMade(await api.keys.rotate(apiKey.id, { overlap_hours: Number(values.text('overlap_hours')) }))
          await client.invalidateQueries({ queryKey: ['keys'] })
        }}
      >
        <Select
          name="overlap_hours"
          label={t`The old key still works`}
          choices={listOverlapChoices()}
          defaultValue="24"
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Submit>{t`Rotate API key`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

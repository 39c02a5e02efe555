import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ApiKey } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { useShortcuts } from '../../platform/shortcuts.ts'
import {
  Button,
  type Column,
  ConfirmDialog,
  Empty,
  Loaded,
  Pagination,
  Section,
  Table,
  Time,
  toast,
} from '../../ui/index.ts'
import { describeLimits } from './key-limits.tsx'
import { NewKey } from './new-key.tsx'
import { RotateKey } from './rotate-key.tsx'
import { keysQuery } from '../../data/keys/queries.ts'

const route = getRouteApi('/app/settings/keys')

function RemoveKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={t`Delete API key “${apiKey.name}”?`}
      action={t`Delete API key`}
      onClose={onClose}
      confirm={async () => {
        const { deleted_ids } = await api.keys.remove(apiKey.id)
        await client.invalidateQueries({ queryKey: ['keys'] })
        toast(plural(deleted_ids.length, { one: 'API key deleted', other: '# API keys deleted' }))
      }}
    >
      <p>
        <Trans>
          Whatever uses <code>{apiKey.prefix}…</code> stops working immediately. API keys created with this key are
          deleted, too.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}

const listColumns = (on: Record<'rotate' | 'remove', (key: ApiKey) => void>): readonly Column<ApiKey>[] => [
  {
    head: t`Name`,
    cell: ({ name, prefix, allowed_addresses, limited_to }) => (
      <div className="min-w-0 wrap-anywhere sm:min-w-48">
        {name}
        <div className="figures text-sm text-soft">{prefix}…</div>
        {allowed_addresses.length > 0 && (
          <div className="text-sm text-soft">{t`Only from ${allowed_addresses.join(', ')}`}</div>
        )}
        {limited_to && <div className="text-sm text-soft">{describeLimits(limited_to)}</div>}
      </div>
    ),
  },
  {
    head: t`Scopes`,
    cell: ({ scopes }) => <span className="figures text-sm">{scopes.join(' ')}</span>,
  },
  { head: t`Last used`, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { head: t`Expires`, cell: ({ expires_at }) => <Time at={expires_at} as="day" /> },
  {
    head: '',
    align: 'end',
    cell: (key) => (
      <div className="flex justify-end gap-2">
        <Button aria-label={t`Rotate ${key.name}`} onClick={() => on.rotate(key)}>
          {t`Rotate`}
        </Button>
        <Button aria-label={t`Delete ${key.name}`} onClick={() => on.remove(key)}>
          {t`Delete`}
        </Button>
      </div>
    ),
  },
]

/** A separate component, so that opening the dialog does not render the table again. */
function CreateKey() {
  const [isOpen, setOpen] = useState(false)
  useShortcuts(t`API keys`, [{ keys: 'n', label: t`Create API key`, run: () => setOpen(true) }])
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t`Create API key`}
      </Button>
      {isOpen && <NewKey onClose={() => setOpen(false)} />}
    </>
  )
}

export function KeysScreen() {
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const [removing, setRemoving] = useState<ApiKey>()
  const [rotating, setRotating] = useState<ApiKey>()
  const keys = useQuery(keysQuery(page))
  const columns = listColumns({ rotate: setRotating, remove: setRemoving })
  return (
    <Section title={t`API keys`} actions={<CreateKey />}>
      <Loaded query={keys} label={t`Loading API keys`}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <Empty title={t`No API keys yet.`}>
              <p>
                {t`Use an API key to access the API from scripts and other programs. Its scopes limit what it can do.`}
              </p>
            </Empty>
          ) : (
            <>
              <Table caption={t`API keys`} columns={columns} rows={data} rowKey={({ id }) => id} />
              <Pagination
                meta={meta}
                noun={t`API keys`}
                onPage={(next) => void navigate({ to: '.', search: { page: next } })}
              />
            </>
          )
        }
      </Loaded>
      {rotating && <RotateKey apiKey={rotating} onClose={() => setRotating(undefined)} />}
      {removing && <RemoveKey apiKey={removing} onClose={() => setRemoving(undefined)} />}
    </Section>
  )
}

import type { ApiKey } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useShortcuts } from '../../shortcuts.ts'
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
import { NewKey } from './new-key.tsx'

const route = getRouteApi('/app/settings/keys')

function RemoveKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={`Delete API key “${apiKey.name}”?`}
      action="Delete API key"
      onClose={onClose}
      confirm={async () => {
        const { deleted_ids } = await api.keys.remove(apiKey.id)
        await client.invalidateQueries({ queryKey: ['keys'] })
        toast(deleted_ids.length > 1 ? `${deleted_ids.length} API keys deleted` : 'API key deleted')
      }}
    >
      <p>
        Whatever uses <code>{apiKey.prefix}…</code> stops working immediately. API keys created with this key are
        deleted, too.
      </p>
    </ConfirmDialog>
  )
}

const listColumns = (remove: (key: ApiKey) => void): readonly Column<ApiKey>[] => [
  {
    head: 'Name',
    cell: ({ name, prefix }) => (
      <div className="min-w-0 wrap-anywhere sm:min-w-48">
        {name}
        <div className="figures text-sm text-soft">{prefix}…</div>
      </div>
    ),
  },
  {
    head: 'Scopes',
    cell: ({ scopes }) => <span className="figures text-sm">{scopes.join(' ')}</span>,
  },
  { head: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { head: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} as="day" /> },
  {
    head: '',
    align: 'end',
    cell: (key) => (
      <Button aria-label={`Delete ${key.name}`} onClick={() => remove(key)}>
        Delete
      </Button>
    ),
  },
]

export function KeysScreen() {
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const [isMaking, setMaking] = useState(false)
  const [removing, setRemoving] = useState<ApiKey>()
  const keys = useQuery({
    queryKey: ['keys', page],
    queryFn: ({ signal }) => api.keys.list({ page }, { signal }),
    placeholderData: (previous) => previous,
  })
  useShortcuts('API keys', [{ keys: 'n', label: 'Create API key', run: () => setMaking(true) }])
  const columns = listColumns(setRemoving)
  return (
    <Section
      title="API keys"
      actions={
        <Button kind="primary" onClick={() => setMaking(true)}>
          Create API key
        </Button>
      }
    >
      <Loaded query={keys} label="Loading API keys">
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title="No API keys yet.">
              <p>Use an API key to access the API from scripts and other programs. Its scopes limit what it can do.</p>
            </Empty>
          ) : (
            <>
              <Table caption="API keys" columns={columns} rows={data} rowKey={({ id }) => id} />
              <Pagination
                meta={meta}
                noun="keys"
                onPage={(next) => void navigate({ to: '.', search: { page: next } })}
              />
            </>
          )
        }
      </Loaded>
      {isMaking && <NewKey onClose={() => setMaking(false)} />}
      {removing && <RemoveKey apiKey={removing} onClose={() => setRemoving(undefined)} />}
    </Section>
  )
}

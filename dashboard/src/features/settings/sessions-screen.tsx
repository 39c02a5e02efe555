import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Session } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button, type Column, ConfirmDialog, Loaded, Pagination, Section, Table, Time, toast } from '../../ui/index.ts'
import { describeBrowser } from './user-agent.ts'

const route = getRouteApi('/app/settings/sessions')

const listColumns = (end: (session: Session) => void): readonly Column<Session>[] => [
  {
    head: t`Device`,
    cell: ({ user_agent, is_current }) => (
      <>
        {describeBrowser(user_agent)}
        {is_current && <span className="text-soft"> {t`· this session`}</span>}
      </>
    ),
  },
  { head: t`IP address`, cell: ({ ip_address }) => <span className="figures">{ip_address ?? '–'}</span> },
  { head: t`Last active`, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { head: t`Signed in`, cell: ({ created_at }) => <Time at={created_at} as="day" /> },
  {
    head: '',
    align: 'end',
    cell: (session) => !session.is_current && <Button onClick={() => end(session)}>{t`End`}</Button>,
  },
]

export function SessionsScreen() {
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const [ending, setEnding] = useState<Session>()
  const sessions = useQuery({
    queryKey: ['sessions', page],
    queryFn: ({ signal }) => api.sessions.list({ page }, { signal }),
    placeholderData: (previous) => previous,
  })
  const columns = listColumns(setEnding)
  return (
    <Section title={t`Sessions`}>
      <Loaded query={sessions} label={t`Loading sessions`}>
        {({ data, meta }) => (
          <>
            <Table caption={t`Sessions`} columns={columns} rows={data} rowKey={({ id }) => id} />
            <Pagination
              meta={meta}
              noun={t`sessions`}
              onPage={(next) => void navigate({ to: '.', search: { page: next } })}
            />
          </>
        )}
      </Loaded>
      {ending && (
        <ConfirmDialog
          title={t`Sign out this session?`}
          action={t`Sign out`}
          onClose={() => setEnding(undefined)}
          confirm={async () => {
            await api.sessions.remove(ending.id)
            await client.invalidateQueries({ queryKey: ['sessions'] })
            toast(t`Session signed out`)
          }}
        >
          <p>
            <Trans>
              {describeBrowser(ending.user_agent)} at <span className="figures">{ending.ip_address}</span> has to sign
              in again.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

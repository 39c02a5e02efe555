import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdministeredUser } from '@sitewatch/sdk'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api } from '../../platform/api.ts'
import { sessionQuery, usersQuery } from '../../data/accounts/queries.ts'
import {
  Button,
  type Column,
  ConfirmDialog,
  Empty,
  Field,
  Form,
  Loaded,
  Menu,
  Pagination,
  Section,
  Status,
  Submit,
  Table,
  Time,
  toast,
} from '../../ui/index.ts'
import { Quotas } from './quotas.tsx'

const route = getRouteApi('/app/settings/users')

type Action = { kind: 'quotas' | 'suspend' | 'remove'; user: AdministeredUser }

function ActionDialog({ action: { kind, user }, onClose }: { action: Action; onClose: () => void }) {
  const client = useQueryClient()
  const done = async (message: string): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['users'] })
    toast(message)
  }
  if (kind === 'quotas') {
    return <Quotas user={user} onClose={onClose} onSaved={() => void done(t`Limits saved`)} />
  }
  if (kind === 'remove') {
    return (
      <ConfirmDialog
        title={t`Delete account ${user.email}?`}
        action={t`Delete account`}
        onClose={onClose}
        confirm={async () => {
          await api.users.remove(user.id)
          await done(t`${user.email} deleted`)
        }}
      >
        <p>{t`This permanently deletes all websites, statistics, monitors, providers and API keys of the account.`}</p>
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      title={user.is_suspended ? t`Unsuspend ${user.email}?` : t`Suspend ${user.email}?`}
      action={user.is_suspended ? t`Unsuspend` : t`Suspend`}
      onClose={onClose}
      confirm={async () => {
        await api.users.update(user.id, { is_suspended: !user.is_suspended })
        await done(user.is_suspended ? t`${user.email} is no longer suspended` : t`${user.email} is suspended`)
      }}
    >
      <p>
        {user.is_suspended
          ? t`The account and its API keys work again immediately.`
          : t`Nothing is deleted. The account cannot sign in, its API keys stop working, and checks and alerts stop until you unsuspend it.`}
      </p>
    </ConfirmDialog>
  )
}

const describeQuotas = ({ max_websites, max_monitors, max_providers, max_keys }: AdministeredUser): ReactNode => {
  const limits = [max_websites, max_monitors, max_providers, max_keys]
  if (limits.every((each) => each === null)) return <span className="font-sans">{t`default`}</span>
  return limits.map((each) => each ?? '·').join(' / ')
}

function describeState({ deletion_progress_percent, is_suspended }: AdministeredUser): ReactNode {
  if (deletion_progress_percent !== null)
    return (
      <Status name="paused">
        <Trans>Deleting ({deletion_progress_percent} %)</Trans>
      </Status>
    )
  return is_suspended ? <Status name="paused">{t`Suspended`}</Status> : <Status name="up">{t`Active`}</Status>
}

const listColumns = (current_user_id: number, act: (action: Action) => void): readonly Column<AdministeredUser>[] => [
  {
    head: t`Account`,
    cell: ({ email, is_administrator }) => (
      <div className="min-w-0 wrap-anywhere">
        {email}
        {is_administrator && <div className="text-sm text-soft">{t`Administrator`}</div>}
      </div>
    ),
  },
  {
    head: t`Status`,
    cell: describeState,
  },
  { head: t`Two-factor`, cell: ({ two_factor_enabled }) => (two_factor_enabled ? t`on` : t`off`) },
  { head: t`Limits`, figures: true, align: 'start', cell: describeQuotas },
  { head: t`Created`, cell: ({ created_at }) => <Time at={created_at} as="day" /> },
  {
    head: '',
    align: 'end',
    cell: (user) =>
      user.deletion_started_at === null && (
        <Menu
          label="…"
          name={t`Actions for ${user.email}`}
          items={[
            { label: t`Limits`, run: () => act({ kind: 'quotas', user }) },
            ...(user.id === current_user_id
              ? []
              : [
                  {
                    label: user.is_suspended ? t`Unsuspend` : t`Suspend`,
                    run: () => act({ kind: 'suspend', user }),
                  },
                  { label: t`Delete`, run: () => act({ kind: 'remove', user }) },
                ]),
          ]}
        />
      ),
  },
]

export function UsersScreen() {
  const { page, search } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [action, setAction] = useState<Action>()
  const users = useQuery(usersQuery({ page, search }))
  const columns = listColumns(session.user.id, setAction)
  return (
    <Section title={t`Users`}>
      <Form
        key={search}
        label={t`Search users`}
        className="mb-4 flex max-w-md items-end gap-3 *:first:flex-1"
        submit={(values) => navigate({ to: '.', search: { search: values.optionalText('search') } })}
      >
        <Field name="search" type="search" label={t`E-mail contains`} defaultValue={search} />
        <Submit kind="plain">{t`Search`}</Submit>
      </Form>
      <Loaded query={users} label={t`Loading users`}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <Empty title={t`No results.`}>
              <Button onClick={() => void navigate({ to: '.', search: {} })}>{t`Show all`}</Button>
            </Empty>
          ) : (
            <>
              <Table caption={t`Users`} columns={columns} rows={data} rowKey={({ id }) => id} />
              <Pagination
                meta={meta}
                noun={t`users`}
                onPage={(next) => void navigate({ to: '.', search: { search, page: next } })}
              />
            </>
          )
        }
      </Loaded>
      {action && <ActionDialog action={action} onClose={() => setAction(undefined)} />}
    </Section>
  )
}

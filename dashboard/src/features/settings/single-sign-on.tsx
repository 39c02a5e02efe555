import { t } from '@lingui/core/macro'
import type { Identity } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { SSO_NAME } from '../../page-facts.ts'
import {
  Button,
  type Column,
  ConfirmDialog,
  Empty,
  Form,
  Loaded,
  Section,
  Submit,
  Table,
  Time,
  toast,
} from '../../ui/index.ts'

const QUERY_KEY = ['identities']

const listColumns = (unlink: (identity: Identity) => void): readonly Column<Identity>[] => [
  {
    head: t`Account`,
    cell: ({ email, issuer }) => (
      <div className="min-w-0 wrap-anywhere">
        {email}
        <div className="text-sm text-soft">{issuer}</div>
      </div>
    ),
  },
  { head: t`Last used`, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  {
    head: '',
    align: 'end',
    cell: (identity) => (
      <Button aria-label={t`Unlink ${identity.email}`} onClick={() => unlink(identity)}>
        {t`Unlink`}
      </Button>
    ),
  },
]

/** The accounts at the identity provider that can sign in to this account. */
export function SingleSignOn() {
  const client = useQueryClient()
  const [unlinking, setUnlinking] = useState<Identity>()
  const identities = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => api.identities.list({ pageSize: 100 }, { signal }),
  })
  return (
    <Section title={t`Single sign-on`}>
      <Loaded query={identities} label={t`Loading linked accounts`}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t`No linked account yet.`}>
              <p>{t`Link your account at ${SSO_NAME} to sign in with it.`}</p>
            </Empty>
          ) : (
            <Table
              caption={t`Linked accounts`}
              columns={listColumns(setUnlinking)}
              rows={data}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      <div className="mt-4">
        <Form
          label={t`Link account`}
          submit={async () => {
            const { url } = await api.identities.link()
            location.assign(url)
          }}
        >
          <div>
            <Submit kind="plain">{t`Link account at ${SSO_NAME}`}</Submit>
          </div>
        </Form>
      </div>
      {unlinking && (
        <ConfirmDialog
          title={t`Unlink ${unlinking.email}?`}
          action={t`Unlink`}
          onClose={() => setUnlinking(undefined)}
          confirm={async () => {
            await api.identities.remove(unlinking.id)
            await client.invalidateQueries({ queryKey: QUERY_KEY })
            toast(t`Account unlinked`)
          }}
        >
          <p>{t`You can no longer sign in to this account with it.`}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

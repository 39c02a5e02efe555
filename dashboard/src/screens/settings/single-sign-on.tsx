import { t } from '@lingui/core/macro'
import type { Identity } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { SSO_NAME } from '../../platform/page-facts.ts'
import {
  Button,
  type Column,
  ConfirmDialog,
  Dialog,
  Empty,
  Form,
  Loaded,
  Section,
  Submit,
  Table,
  Time,
  toast,
} from '../../ui/index.ts'
import { ConfirmOwnerButtons, ConfirmOwnerFields, readConfirmation } from './confirm-owner.tsx'
import { identitiesQuery } from '../../data/accounts/queries.ts'

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

function LinkAccount({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t`Link account at ${SSO_NAME}`} onClose={onClose}>
      <p>{t`The account that you link can sign in to yours without its password and second factor.`}</p>
      <Form
        label={t`Link account`}
        submit={async (values) => {
          const { url } = await api.identities.link(await readConfirmation(values))
          location.assign(url)
        }}
      >
        <ConfirmOwnerFields autoFocus />
        <ConfirmOwnerButtons>
          <Submit>{t`Continue`}</Submit>
        </ConfirmOwnerButtons>
      </Form>
    </Dialog>
  )
}

/** The accounts at the identity provider that can sign in to this account. */
export function SingleSignOn() {
  const client = useQueryClient()
  const [isLinking, setLinking] = useState(false)
  const [unlinking, setUnlinking] = useState<Identity>()
  const identities = useQuery(identitiesQuery)
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
        <Button onClick={() => setLinking(true)}>{t`Link account at ${SSO_NAME}…`}</Button>
      </div>
      {isLinking && <LinkAccount onClose={() => setLinking(false)} />}
      {unlinking && (
        <ConfirmDialog
          title={t`Unlink ${unlinking.email}?`}
          action={t`Unlink`}
          onClose={() => setUnlinking(undefined)}
          confirm={async () => {
            await api.identities.remove(unlinking.id)
            await client.invalidateQueries({ queryKey: identitiesQuery.queryKey })
            toast(t`Account unlinked`)
          }}
        >
          <p>{t`You can no longer sign in to this account with it.`}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

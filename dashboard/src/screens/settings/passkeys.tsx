import { t } from '@lingui/core/macro'
import type { Passkey } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import {
  Button,
  type Column,
  ConfirmDialog,
  Dialog,
  Empty,
  Field,
  Form,
  Loaded,
  Section,
  Submit,
  Table,
  Time,
  toast,
} from '../../ui/index.ts'
import { canUsePasskeys, createPasskey } from '../../data/accounts/passkey.ts'
import { ConfirmOwnerButtons, ConfirmOwnerFields, readConfirmation } from './confirm-owner.tsx'
import { passkeysQuery } from '../../data/accounts/queries.ts'

function AddPasskey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <Dialog title={t`Add passkey`} onClose={onClose}>
      <p>{t`Your device asks for your fingerprint, face or screen lock. Then you can sign in with it instead of your password.`}</p>
      <Form
        label={t`Add passkey`}
        submit={async (values) => {
          const request = await api.passkeys.start(await readConfirmation(values))
          const credential = await createPasskey(request)
          await api.passkeys.create({ name: values.text('name'), credential })
          await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
          toast(t`Passkey added`)
          onClose()
        }}
      >
        <Field
          name="name"
          label={t`Name`}
          hint={t`Where it is stored, such as “Phone” or “Security key”.`}
          autoComplete="off"
          autoFocus
        />
        <ConfirmOwnerFields />
        <ConfirmOwnerButtons>
          <Submit>{t`Add passkey`}</Submit>
          <Button onClick={onClose}>{t`Cancel`}</Button>
        </ConfirmOwnerButtons>
      </Form>
    </Dialog>
  )
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <Dialog title={t`Rename passkey “${passkey.name}”`} onClose={onClose}>
      <Form
        label={t`Rename passkey`}
        submit={async (values) => {
          await api.passkeys.update(passkey.id, { name: values.text('name') })
          await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
          onClose()
        }}
      >
        <Field name="name" label={t`Name`} defaultValue={passkey.name} autoComplete="off" autoFocus />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Submit>{t`Save`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={t`Remove passkey “${passkey.name}”?`}
      action={t`Remove passkey`}
      onClose={onClose}
      confirm={async () => {
        await api.passkeys.remove(passkey.id)
        await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
        toast(t`Passkey removed`)
      }}
    >
      <p>{t`You can no longer sign in with it. Your device may still offer it; delete it there as well.`}</p>
    </ConfirmDialog>
  )
}

const listColumns = (
  rename: (passkey: Passkey) => void,
  remove: (passkey: Passkey) => void,
): readonly Column<Passkey>[] => [
  { head: t`Name`, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { head: t`Last used`, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { head: t`Added`, cell: ({ created_at }) => <Time at={created_at} as="day" /> },
  {
    head: '',
    align: 'end',
    cell: (passkey) => (
      <div className="flex flex-wrap justify-end gap-2">
        <Button aria-label={t`Rename ${passkey.name}`} onClick={() => rename(passkey)}>
          {t`Rename`}
        </Button>
        <Button aria-label={t`Remove ${passkey.name}`} onClick={() => remove(passkey)}>
          {t`Remove`}
        </Button>
      </div>
    ),
  },
]

export function Passkeys() {
  const [isAdding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey>()
  const [removing, setRemoving] = useState<Passkey>()
  const passkeys = useQuery(passkeysQuery)
  return (
    <Section
      title={t`Passkeys`}
      actions={canUsePasskeys() && <Button onClick={() => setAdding(true)}>{t`Add passkey`}</Button>}
    >
      <Loaded query={passkeys} label={t`Loading passkeys`}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t`No passkeys yet.`}>
              <p>
                {canUsePasskeys()
                  ? t`Sign in with your fingerprint, face or a security key instead of your password.`
                  : t`Passkeys need HTTPS and a host name: open this server at such an address to add one.`}
              </p>
            </Empty>
          ) : (
            <Table
              caption={t`Passkeys`}
              columns={listColumns(setRenaming, setRemoving)}
              rows={data}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
      {renaming && <RenamePasskey passkey={renaming} onClose={() => setRenaming(undefined)} />}
      {removing && <RemovePasskey passkey={removing} onClose={() => setRemoving(undefined)} />}
    </Section>
  )
}

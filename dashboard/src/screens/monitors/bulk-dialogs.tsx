import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog, Dialog, Field, Form, Submit } from '../../ui/index.ts'
import { readTags } from '../../parts/tags/tags-field.tsx'
import { ProviderChoices } from './provider-choices.tsx'
import { providersQuery } from '../../data/notifications/providers-query.ts'

export type BulkAction = 'pause' | 'resume' | 'tag' | 'assign' | 'delete'

interface BulkDialogProps {
  count: number
  run: (action: BulkAction, fields?: object) => Promise<void>
  onClose: () => void
}

/** Asks for confirmation or input before the selected monitors are changed. */
export function BulkDialog({ chosen, ...rest }: BulkDialogProps & { chosen: BulkAction }) {
  if (chosen === 'tag') return <EditTags {...rest} />
  if (chosen === 'assign') return <AssignProviders {...rest} />
  return <Confirm action={chosen} {...rest} />
}

const CONFIRM_LABELS = {
  pause: [msg`Pause the selected monitors?`, msg`Pause monitors`],
  resume: [msg`Resume the selected monitors?`, msg`Resume monitors`],
  delete: [msg`Delete the selected monitors?`, msg`Delete monitors`],
} as const

function Confirm({ action, count, run, onClose }: BulkDialogProps & { action: keyof typeof CONFIRM_LABELS }) {
  const { t } = useLingui()
  const [title, label] = CONFIRM_LABELS[action]
  return (
    <ConfirmDialog title={t(title)} action={t(label)} confirm={() => run(action)} onClose={onClose}>
      <p>
        <Plural value={count} one="# monitor is selected." other="# monitors are selected." />{' '}
        {action === 'resume' ? (
          <Trans>The first check runs within five seconds.</Trans>
        ) : (
          <Trans>Checks stop, and an open incident is closed without an alert. Past incidents are kept.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}

function EditTags({ count, run, onClose }: BulkDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Edit tags of ${plural(count, { one: '# monitor', other: '# monitors' })}`} onClose={onClose}>
      <Form
        label={t`Edit tags`}
        submit={(values) =>
          run('tag', { add_tags: readTags(values, 'add_tags'), remove_tags: readTags(values, 'remove_tags') })
        }
      >
        <Field
          name="add_tags"
          label={t`Tags to add`}
          hint={t`Separate with commas, for example production, eu.`}
          optional
        />
        <Field name="remove_tags" label={t`Tags to remove`} optional />
        <Submit>{t`Save changes`}</Submit>
      </Form>
    </Dialog>
  )
}

function AssignProviders({ count, run, onClose }: BulkDialogProps) {
  const { t } = useLingui()
  const providers = useQuery(providersQuery)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  return (
    <Dialog
      title={t`Assign providers to ${plural(count, { one: '# monitor', other: '# monitors' })}`}
      onClose={onClose}
    >
      <Form label={t`Assign providers`} submit={() => run('assign', { provider_ids: [...chosen] })}>
        <ProviderChoices providers={providers.data ?? []} chosen={chosen} onChange={setChosen} />
        <Submit>{t`Assign providers`}</Submit>
      </Form>
    </Dialog>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AssignmentRule, Provider } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, type Column, ConfirmDialog, Dialog, Loaded, Section, Table, toast } from '../../ui/index.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { nameRule } from './assignment-cells.ts'
import { rulesQuery } from '../../data/notifications/assignment-queries.ts'
import { AssignmentRuleForm } from './assignment-rule-form.tsx'

type DialogState = { kind: 'new' } | { kind: 'edit'; rule: AssignmentRule } | { kind: 'delete'; rule: AssignmentRule }

function describeScope({ applies_to, tag, website_domain }: AssignmentRule): string {
  if (applies_to === 'tag') return t`Everything tagged ${tag ?? ''}`
  return applies_to === 'website' ? t`All monitors of ${website_domain ?? ''}` : t`All monitors`
}

const listColumns = (
  names: ReadonlyMap<number, string>,
  open: (dialog: DialogState) => void,
): readonly Column<AssignmentRule>[] => [
  { head: t`Rule`, cell: (rule) => <span className="wrap-anywhere">{nameRule(rule)}</span> },
  { head: t`Applies to`, cell: (rule) => <span className="wrap-anywhere">{describeScope(rule)}</span> },
  {
    head: t`Alerts`,
    cell: ({ provider_ids }) => (
      <span className="wrap-anywhere">
        {provider_ids.length === 0 ? t`Nobody` : provider_ids.map((id) => names.get(id) ?? '–').join(', ')}
      </span>
    ),
  },
  { head: t`Monitors`, figures: true, cell: ({ monitor_count }) => monitor_count },
  {
    head: '',
    align: 'end',
    cell: (rule) => (
      <ForEditors>
        <span className="inline-flex flex-wrap justify-end gap-2">
          <Button onClick={() => open({ kind: 'edit', rule })}>{t`Edit`}</Button>
          <Button onClick={() => open({ kind: 'delete', rule })}>{t`Delete`}</Button>
        </span>
      </ForEditors>
    ),
  },
]

export function AssignmentRules({ providers }: { providers: readonly Provider[] }) {
  const rules = useQuery(rulesQuery)
  const [open, setOpen] = useState<DialogState>()
  const names = new Map(providers.map(({ id, name }) => [id, name]))
  return (
    <Section
      title={t`Assignment rules`}
      actions={
        providers.length > 0 && (
          <ForEditors>
            <Button onClick={() => setOpen({ kind: 'new' })}>{t`Add rule`}</Button>
          </ForEditors>
        )
      }
    >
      <p className="mb-4 text-soft">
        <Trans>
          A rule assigns providers to monitors as they are added, tagged or linked to a website. What you disable or
          remove by hand stays so.
        </Trans>
      </p>
      <Loaded query={rules} rows={2} label={t`Loading rules`}>
        {(data) =>
          data.length === 0 ? (
            <p className="text-soft">{t`No rules yet.`}</p>
          ) : (
            <Table
              caption={t`Assignment rules`}
              columns={listColumns(names, setOpen)}
              rows={data}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      {open && <OpenDialog open={open} providers={providers} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}

interface OpenDialogProps {
  open: DialogState
  providers: readonly Provider[]
  onClose: () => void
}

function OpenDialog({ open, providers, onClose }: OpenDialogProps) {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all(
      ['assignment-rules', 'monitors', 'overview'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    )
  if (open.kind !== 'delete') {
    return (
      <Dialog title={open.kind === 'new' ? t`Add rule` : t`Edit rule`} onClose={onClose}>
        <AssignmentRuleForm
          stored={open.kind === 'edit' ? open.rule : undefined}
          providers={providers}
          onSaved={refresh}
          onClose={onClose}
        />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={t`Delete ${nameRule(open.rule)}?`}
      action={t`Delete rule`}
      onClose={onClose}
      confirm={async () => {
        await api.assignmentRules.remove(open.rule.id)
        await refresh()
        toast(t`Rule deleted`)
      }}
    >
      <p>{t`Assignments that only this rule made are removed. Those that somebody changed by hand stay.`}</p>
    </ConfirmDialog>
  )
}

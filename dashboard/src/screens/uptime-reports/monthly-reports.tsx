import { t } from '@lingui/core/macro'
import type { UptimeReport } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { withTeam } from '../../platform/current-team.ts'
import { BASE_PATH } from '../../platform/page-facts.ts'
import {
  Button,
  type Column,
  ConfirmDialog,
  Dialog,
  ErrorBox,
  Loaded,
  Pagination,
  Section,
  Table,
  Time,
  toast,
} from '../../ui/index.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { formatTarget } from '../../platform/months.ts'
import { monthlyReportsQuery, scopesQuery } from '../../data/uptime-reports/queries.ts'
import { ReportForm } from './report-form.tsx'
import { listScopes } from './scopes.ts'

type DialogState = { kind: 'edit' | 'delete' | 'preview'; report: UptimeReport }

const listColumns = (open: (dialog: DialogState) => void): readonly Column<UptimeReport>[] => [
  { head: t`Name`, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { head: t`Target`, figures: true, cell: ({ target }) => formatTarget(target) },
  { head: t`Recipients`, figures: true, cell: ({ recipient_ids }) => recipient_ids.length },
  { head: t`Next e-mail`, cell: ({ next_send_at }) => <Time at={next_send_at} as="minute" /> },
  {
    head: '',
    align: 'end',
    cell: (report) => (
      <span className="inline-flex flex-wrap justify-end gap-2">
        <Button onClick={() => open({ kind: 'preview', report })}>{t`Preview`}</Button>
        <ForEditors>
          <Button onClick={() => open({ kind: 'edit', report })}>{t`Edit`}</Button>
          <Button onClick={() => open({ kind: 'delete', report })}>{t`Delete`}</Button>
        </ForEditors>
      </span>
    ),
  },
]

/** Renders nothing until a report is added. */
export function MonthlyReports() {
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<DialogState>()
  const reports = useQuery(monthlyReportsQuery(page))
  return (
    <>
      <Loaded query={reports} rows={2} label={t`Loading monthly reports`}>
        {({ data, meta }) =>
          meta.total > 0 && (
            <Section title={t`Monthly e-mails`}>
              <Table
                caption={t`Monthly uptime reports`}
                columns={listColumns(setOpen)}
                rows={data}
                rowKey={({ id }) => id}
              />
              <Pagination meta={meta} noun={t`reports`} onPage={setPage} />
            </Section>
          )
        }
      </Loaded>
      {open && <OpenDialog open={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function OpenDialog({ open: { kind, report }, onClose }: { open: DialogState; onClose: () => void }) {
  const client = useQueryClient()
  if (kind === 'preview') return <Preview report={report} onClose={onClose} />
  if (kind === 'edit') return <EditDialog report={report} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t`Delete ${report.name}?`}
      action={t`Delete`}
      onClose={onClose}
      confirm={async () => {
        await api.uptimeReports.remove(report.id)
        await client.invalidateQueries({ queryKey: ['uptime-reports'] })
        toast(t`Deleted`)
      }}
    >
      <p>{t`Nobody gets this report by e-mail any more.`}</p>
    </ConfirmDialog>
  )
}

function EditDialog({ report, onClose }: { report: UptimeReport; onClose: () => void }) {
  const scopes = useQuery(scopesQuery)
  const { name, target, timezone } = report
  return (
    <Dialog title={t`Edit monthly report`} onClose={onClose}>
      <Loaded query={scopes} rows={4} label={t`Loading monitors`}>
        {(loaded) => (
          <ReportForm
            stored={report}
            initial={{ name, target, timezone }}
            choices={listScopes(loaded)}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

/** Loaded from its own URL, in a sandbox: the CSP of this page does not allow markup, not even that of our own e-mail. */
function Preview({ report, onClose }: { report: UptimeReport; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function send(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      const { message } = await api.uptimeReports.send(report.id, {})
      toast(message)
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={t`Preview of ${report.name}`} width_px={720} onClose={onClose}>
      <iframe
        title={t`Report e-mail ${report.name}`}
        src={withTeam(`${BASE_PATH}/api/uptime-reports/${report.id}/preview?format=html`)}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="h-[55vh] w-full border-y border-line bg-raised"
      />
      {error !== undefined && <ErrorBox error={error} />}
      <ForEditors>
        <div>
          <Button busy={busy} onClick={() => void send()}>
            {t`Send to me now`}
          </Button>
        </div>
      </ForEditors>
    </Dialog>
  )
}

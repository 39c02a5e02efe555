import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { StatisticsImport, Website } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../platform/api.ts'
import { formatCount } from '../../platform/format.ts'
import { Button, type Column, ConfirmDialog, Loaded, Pagination, Progress, Table, toast } from '../../ui/index.ts'
import { ForEditors } from '../teams/for-editors.tsx'
import { importsQuery, isBusy } from '../../data/imports/queries.ts'

const SOURCES: Record<StatisticsImport['source'], MessageDescriptor> = {
  plausible: msg`Plausible`,
  umami: msg`Umami`,
  events: msg`Events`,
}
const STATUSES: Record<StatisticsImport['status'], MessageDescriptor> = {
  uploading: msg`Upload not finished`,
  queued: msg`Waiting`,
  running: msg`Importing`,
  done: msg`Imported`,
  failed: msg`Failed`,
  undoing: msg`Undoing`,
}

function Outcome({ found }: { found: StatisticsImport }) {
  const { status, progress_percent, error, rows_broken, broken } = found
  if (status === 'running') return <Progress label={t(STATUSES.running)} value={progress_percent} />
  return (
    <>
      <span>{t(STATUSES[status])}</span>
      {error !== null && <span className="block text-sm text-soft wrap-anywhere">{error}</span>}
      {rows_broken > 0 && (
        <details className="text-sm text-soft">
          <summary>{plural(rows_broken, { one: '# broken line', other: '# broken lines' })}</summary>
          <ul>
            {broken.map(({ file, line, reason }) => (
              <li key={`${file} ${line}`} className="wrap-anywhere">
                {t`${file}, line ${line}: ${reason}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const listColumns = (undo: (found: StatisticsImport) => void): Column<StatisticsImport>[] => [
  {
    head: t`File`,
    cell: ({ source, file_name }) => (
      <>
        {t(SOURCES[source])} <span className="block text-sm text-soft wrap-anywhere">{file_name}</span>
      </>
    ),
  },
  {
    head: t`Days`,
    cell: ({ first_day, last_day }) =>
      first_day === null ? (
        '–'
      ) : (
        <span className="figures text-sm whitespace-nowrap">{`${first_day} – ${last_day}`}</span>
      ),
  },
  { head: t`Lines`, figures: true, cell: ({ rows_imported }) => formatCount(rows_imported) },
  { head: t`Duplicates`, figures: true, cell: ({ rows_duplicate }) => formatCount(rows_duplicate) },
  { head: t`Status`, cell: (found) => <Outcome found={found} /> },
  {
    head: '',
    align: 'end',
    cell: (found) =>
      found.status !== 'undoing' && (
        <ForEditors>
          <Button onClick={() => undo(found)}>
            {found.status === 'uploading' ? t`Delete upload` : t`Undo import`}
          </Button>
        </ForEditors>
      ),
  },
]

export function ImportList({ website: { id } }: { website: Website }) {
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const [undone, setUndone] = useState<StatisticsImport>()
  const imports = useQuery(importsQuery(id, page))
  const busy = imports.data?.data.some(isBusy) ?? false
  // Cached statistics do not reflect the days that an import added or an undo removed.
  useEffect(() => {
    if (busy) return
    void client.invalidateQueries({ queryKey: ['stats', id] })
    void client.invalidateQueries({ queryKey: ['websites', id], exact: true })
  }, [busy, client, id])
  return (
    <>
      <Loaded query={imports} rows={2} label={t`Loading imports`}>
        {({ data, meta }) =>
          meta.total > 0 && (
            <>
              <Table caption={t`Imports`} columns={listColumns(setUndone)} rows={data} rowKey={(found) => found.id} />
              <Pagination meta={meta} onPage={setPage} noun={t`imports`} />
            </>
          )
        }
      </Loaded>
      {undone && <UndoImport found={undone} onClose={() => setUndone(undefined)} />}
    </>
  )
}

function UndoImport({ found, onClose }: { found: StatisticsImport; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={t`Undo the import of ${found.file_name}?`}
      action={t`Undo import`}
      onClose={onClose}
      confirm={async () => {
        await api.statisticsImports.remove(found.website_id, found.id)
        await client.invalidateQueries({ queryKey: ['websites', found.website_id, 'imports'] })
        toast(t`The import is being undone`)
      }}
    >
      <p>{t`Everything that this import brought is deleted. Statistics that Sitewatch collected itself are kept.`}</p>
    </ConfirmDialog>
  )
}

import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { MonitorImport, MonitorImportProvider, MonitorImportRow } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button, buttonClass, Section, Table } from '../../ui/index.ts'

const REASONS: Readonly<Record<NonNullable<MonitorImportRow['reason']>, MessageDescriptor>> = {
  exists: msg`Already exists`,
  duplicate: msg`Duplicate in the file`,
  group: msg`Group`,
  unsupported_type: msg`Type not supported`,
  unsupported_setting: msg`Setting not supported`,
  invalid: msg`Invalid`,
  limit: msg`Over the limit: import again for the rest`,
}

/** A file may have thousands of lines. */
const INITIAL_ROWS = 100

/** The result of each line, and how to set up notifications. */
export function ImportReport({ report, children }: { report: MonitorImport; children: ReactNode }) {
  const [isExpanded, setExpanded] = useState(false)
  const { rows, providers, dry_run, created_count, skipped_count } = report
  return (
    <>
      <Section title={dry_run ? t`Preview` : t`Result`} actions={children}>
        <p role="status" className="mb-4">
          {dry_run ? (
            <Plural value={created_count} one="# monitor will be created" other="# monitors will be created" />
          ) : (
            <Plural value={created_count} one="# monitor created" other="# monitors created" />
          )}
          {' · '}
          <Plural value={skipped_count} one="# line skipped" other="# lines skipped" />
        </p>
        <Table
          caption={t`Lines of the file`}
          rows={isExpanded ? rows : rows.slice(0, INITIAL_ROWS)}
          rowKey={({ line }) => line}
          columns={[
            { head: t`Line`, figures: true, cell: ({ line }) => line },
            { head: t`Monitor`, cell: (row) => <Name row={row} /> },
            { head: t`Type`, cell: ({ source_type }) => source_type || '–' },
            { head: t`Action`, cell: (row) => <Action row={row} dry_run={dry_run} /> },
          ]}
        />
        {!isExpanded && rows.length > INITIAL_ROWS && (
          <Button className="mt-4" onClick={() => setExpanded(true)}>
            <Trans>Show all {rows.length} lines</Trans>
          </Button>
        )}
      </Section>
      {providers.length > 0 && <Notifications providers={providers} />}
    </>
  )
}

function Name({ row: { name, target, monitor_id } }: { row: MonitorImportRow }) {
  const shown = name === '' ? '–' : name
  return (
    <>
      {monitor_id === null ? (
        <span className="wrap-anywhere">{shown}</span>
      ) : (
        <Link to="/monitors/$monitorId" params={{ monitorId: String(monitor_id) }} className="link wrap-anywhere">
          {shown}
        </Link>
      )}
      {target !== null && <div className="text-sm wrap-anywhere text-soft">{target}</div>}
    </>
  )
}

function Action({ row: { action, reason, notes }, dry_run }: { row: MonitorImportRow; dry_run: boolean }) {
  const done = dry_run ? t`Create` : t`Created`
  return (
    <>
      <span className="font-medium">
        {action === 'create' ? done : reason === null ? t`Skip` : t`Skip: ${t(REASONS[reason])}`}
      </span>
      {notes.map((note) => (
        <div key={note} className="text-sm text-soft">
          {note}
        </div>
      ))}
    </>
  )
}

function Notifications({ providers }: { providers: readonly MonitorImportProvider[] }) {
  return (
    <Section
      title={t`Notifications`}
      actions={
        <Link to="/notifications/new" className={buttonClass()}>
          <Trans>Add provider</Trans>
        </Link>
      }
    >
      <p className="mb-4 text-soft">
        <Trans>
          Notification channels are not imported, because tokens and passwords are not read from the file. Imported
          monitors alert your default providers. To use the ones below, add them as providers and assign them.
        </Trans>
      </p>
      <Table
        caption={t`Notifications of the file`}
        rows={providers.map((provider, index) => ({ ...provider, index }))}
        rowKey={({ index }) => index}
        columns={[
          { head: t`Name`, cell: ({ name }) => <span className="wrap-anywhere">{name || '–'}</span> },
          { head: t`Type`, cell: ({ source_type }) => source_type || '–' },
          { head: t`Provider to add`, cell: ({ provider_type }) => provider_type ?? t`None` },
          { head: t`Monitors`, figures: true, cell: ({ monitor_count }) => monitor_count },
        ]}
      />
    </Section>
  )
}

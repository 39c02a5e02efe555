import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MonitorImport, MonitorsImportInput } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { api } from '../../platform/api.ts'
import { BASE_URL } from '../../platform/page-facts.ts'
import { readBase64 } from '../../platform/read-base64.ts'
import { Button, buttonClass, CodeBlock, ErrorBox, PageHeader, Select, toast } from '../../ui/index.ts'
import { BrowserError } from '../../platform/browser-error.ts'
import { ChangedByEditors } from '../../parts/teams/for-editors.tsx'
import { ImportReport } from './import-report.tsx'

type Source = MonitorsImportInput['source']

interface SourceOption {
  label: MessageDescriptor
  hint: MessageDescriptor
  accept: string
  guide: string
}

const SOURCES: Readonly<Record<Source, SourceOption>> = {
  kuma: {
    label: msg`Uptime Kuma`,
    hint: msg`The database kuma.db or a JSON backup, up to 6 MiB.`,
    accept: '.db,.sqlite,.json',
    guide: 'moving-from-uptime-kuma',
  },
  uptimerobot: {
    label: msg`UptimeRobot`,
    hint: msg`A CSV export or the JSON of getMonitors, up to 6 MiB.`,
    accept: '.csv,.json',
    guide: 'moving-from-uptimerobot',
  },
}

const MAX_BYTES = 6 * 1024 * 1024

/** Copies the tables with monitors, without the history, from a large database to a small one. */
const SHRINK_COMMAND =
  'sqlite3 kuma.db ".dump monitor tag monitor_tag notification monitor_notification" | sqlite3 small.db'

class FileTooLarge extends BrowserError {}

async function readFile(file: File): Promise<string> {
  if (file.size > MAX_BYTES)
    throw new FileTooLarge(t`The file is larger than 6 MiB.`, t`Choose a smaller one.`, undefined)
  return readBase64(file)
}

/** State of the chosen file: its preview, then its import. */
function useImport() {
  const client = useQueryClient()
  const [input, setInput] = useState<Omit<MonitorsImportInput, 'dry_run'>>()
  const [report, setReport] = useState<MonitorImport>()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  async function attempt(work: () => Promise<void>): Promise<void> {
    setError(undefined)
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return {
    report,
    error,
    isBusy,
    reset: () => {
      setInput(undefined)
      setReport(undefined)
      setError(undefined)
    },
    preview: (source: Source, file: File) =>
      attempt(async () => {
        setReport(undefined)
        const chosen = { source, file: await readFile(file) }
        setReport(await api.monitors.import({ ...chosen, dry_run: true }))
        setInput(chosen)
      }),
    run: () =>
      attempt(async () => {
        if (!input) return
        const done = await api.monitors.import({ ...input, dry_run: false })
        setInput(undefined)
        setReport(done)
        const keys = ['monitors', 'overview', 'tags']
        await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
        toast(t`${plural(done.created_count, { one: '# monitor created', other: '# monitors created' })}`)
      }),
  }
}

interface FileFieldProps {
  source: Source
  disabled: boolean
  onChoose: (file: File) => void
}

function FileField({ source, disabled, onChoose }: FileFieldProps) {
  const id = useId()
  const { hint, accept, guide } = SOURCES[source]
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        <Trans>File</Trans>
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint`}
        disabled={disabled}
        onClick={({ currentTarget }) => {
          // Otherwise browsers fire no change event when a corrected file of the same name is chosen.
          currentTarget.value = ''
        }}
        onChange={({ currentTarget: { files } }) => {
          if (files?.[0]) onChoose(files[0])
        }}
        className="control"
      />
      <p id={`${id}-hint`} className="text-sm text-soft">
        {t(hint)}{' '}
        <a href={`${BASE_URL}/docs/guides/${guide}`} className="link">
          <Trans>How to get it</Trans>
        </a>
      </p>
    </div>
  )
}

export function ImportScreen() {
  const { report, error, isBusy, reset, preview, run } = useImport()
  const [source, setSource] = useState<Source>('kuma')
  return (
    <>
      <PageHeader title={t`Import monitors`}>
        <Trans>Choose a file to see what will be created. Nothing changes until you confirm.</Trans>
      </PageHeader>
      <ChangedByEditors>
        <div className="mb-6 grid max-w-xl gap-4">
          <Select
            name="source"
            label={t`Import from`}
            value={source}
            choices={Object.entries(SOURCES).map(([value, { label }]) => ({ value, label: t(label) }))}
            onChange={({ currentTarget: { value } }) => {
              setSource(value as Source)
              reset()
            }}
          />
          <FileField key={source} source={source} disabled={isBusy} onChoose={(file) => void preview(source, file)} />
        </div>
        {error !== undefined && (
          <ErrorBox error={error}>{error instanceof FileTooLarge && source === 'kuma' && <ShrinkHint />}</ErrorBox>
        )}
        {report && (
          <ImportReport report={report}>
            {report.dry_run ? (
              <>
                <Button onClick={reset}>{t`Cancel`}</Button>
                <Button kind="primary" busy={isBusy} disabled={report.created_count === 0} onClick={() => void run()}>
                  {t`${plural(report.created_count, { one: 'Import # monitor', other: 'Import # monitors' })}`}
                </Button>
              </>
            ) : (
              <Link to="/monitors" className={buttonClass('primary')}>
                <Trans>Show monitors</Trans>
              </Link>
            )}
          </ImportReport>
        )}
      </ChangedByEditors>
    </>
  )
}

function ShrinkHint() {
  return (
    <>
      <p>
        <Trans>
          Most of kuma.db is history, which is not imported. Use <code>swctl import kuma kuma.db</code>, or make a
          database without the history:
        </Trans>
      </p>
      <CodeBlock code={SHRINK_COMMAND} label={t`Command`} />
    </>
  )
}

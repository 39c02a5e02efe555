import { t } from '@lingui/core/macro'
import type { Website } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { withTeam } from '../../platform/current-team.ts'
import { BASE_PATH } from '../../platform/page-facts.ts'
import { Button, Checkbox, Dialog, ErrorBox, Loaded, Notice, Tabs, toast } from '../../ui/index.ts'
import { reportQuery } from '../../data/websites/queries.ts'
import { ReportSends } from './report-sends.tsx'

type Period = 'weekly' | 'monthly'
type Format = 'html' | 'text'

export function Reports({ website }: { website: Website }) {
  const client = useQueryClient()
  const [pendingValue, setPendingValue] = useState<boolean>()
  const [error, setError] = useState<unknown>()
  const [isOpen, setOpen] = useState(false)

  async function change(isOn: boolean): Promise<void> {
    setPendingValue(isOn)
    setError(undefined)
    try {
      await api.websites.update(website.id, { email: isOn ? 1 : 0 })
      await client.invalidateQueries({ queryKey: ['websites'] })
      toast(isOn ? t`E-mail reports enabled` : t`E-mail reports disabled`)
    } catch (caught) {
      setError(caught)
    } finally {
      setPendingValue(undefined)
    }
  }

  return (
    <div className="grid max-w-xl gap-4">
      {error !== undefined && <ErrorBox error={error} />}
      <Checkbox
        label={t`Send me weekly and monthly reports`}
        hint={t`Every Monday and on the first of the month: visitors, sources, pages and outages. Skipped when there were no visits.`}
        checked={pendingValue ?? website.email === 1}
        onChange={({ target }) => void change(target.checked)}
      />
      <div>
        <Button onClick={() => setOpen(true)}>{t`Preview`}</Button>
      </div>
      {isOpen && <Preview website={website} onClose={() => setOpen(false)} />}
      <ReportSends website={website} />
    </div>
  )
}

function Preview({ website, onClose }: { website: Website; onClose: () => void }) {
  const [period, setPeriod] = useState<Period>('weekly')
  const [format, setFormat] = useState<Format>('html')
  return (
    <Dialog title={t`Report for ${website.domain}`} width_px={720} onClose={onClose}>
      <Tabs
        label={t`Report`}
        current={period}
        onChange={setPeriod}
        tabs={(['weekly', 'monthly'] as const).map((id) => ({
          id,
          label: id === 'weekly' ? t`Last week` : t`Last month`,
          panel: <Report key={id} {...{ website, format, setFormat }} period={id} />,
        }))}
      />
    </Dialog>
  )
}

interface ReportProps {
  website: Website
  period: Period
  format: Format
  setFormat: (format: Format) => void
}

function Report({ website, period, format, setFormat }: ReportProps) {
  const report = useQuery(reportQuery(website.id, period))
  return (
    <Loaded query={report} rows={6} label={t`Loading report`}>
      {({ subject, text, is_quiet }) => (
        <div className="grid gap-4">
          {is_quiet && <Notice title={t`There were no visits in this period, so no report is sent.`} />}
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p className="min-w-0 flex-1 basis-60 font-medium wrap-anywhere">{subject}</p>
            <FormatChoice format={format} setFormat={setFormat} />
          </div>
          {format === 'html' ? <Mail website={website} period={period} /> : <MailText text={text} />}
          <SendNow website={website} period={period} />
        </div>
      )}
    </Loaded>
  )
}

/** Both formats are sent, and the mail program chooses one. */
function FormatChoice({ format, setFormat }: Pick<ReportProps, 'format' | 'setFormat'>) {
  return (
    <div role="group" aria-label={t`Format`} className="flex gap-1">
      {(['html', 'text'] as const).map((each) => (
        <Button
          key={each}
          kind={each === format ? 'plain' : 'quiet'}
          aria-pressed={each === format}
          className="px-3"
          onClick={() => setFormat(each)}
        >
          {each === 'html' ? 'HTML' : t`Text`}
        </Button>
      ))}
    </div>
  )
}

/** Loaded from its own URL, in a sandbox: the CSP of this page does not allow markup, not even that of our own e-mail. */
function Mail({ website, period }: Pick<ReportProps, 'website' | 'period'>) {
  return (
    <iframe
      title={t`Report e-mail for ${website.domain}`}
      src={withTeam(`${BASE_PATH}/api/v1/websites/${website.id}/report?period=${period}&format=html`)}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      className="h-[55vh] w-full border-y border-line bg-raised"
    />
  )
}

function MailText({ text }: { text: string }) {
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={t`Report as plain text`}
      className="h-[55vh] overflow-auto border-y border-line py-3 whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </pre>
  )
}

function SendNow({ website, period }: Pick<ReportProps, 'website' | 'period'>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function send(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      const { message } = await api.reports.send(website.id, { period })
      toast(message)
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {error !== undefined && <ErrorBox error={error} />}
      <div>
        <Button busy={busy} onClick={() => void send()}>
          {t`Send test report`}
        </Button>
      </div>
    </>
  )
}

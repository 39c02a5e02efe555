import type { Website } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button, Checkbox, Dialog, ErrorBox, Loaded, Notice, Tabs, toast } from '../../ui/index.ts'
import { reportQuery } from './queries.ts'

type Period = 'weekly' | 'monthly'

export function Reports({ website }: { website: Website }) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState<boolean>()
  const [error, setError] = useState<unknown>()
  const [isOpen, setOpen] = useState(false)

  async function change(isOn: boolean): Promise<void> {
    setWanted(isOn)
    setError(undefined)
    try {
      await api.websites.update(website.id, { email: isOn ? 1 : 0 })
      await client.invalidateQueries({ queryKey: ['websites'] })
      toast(isOn ? 'Reports will be sent' : 'No more reports')
    } catch (caught) {
      setError(caught)
    } finally {
      setWanted(undefined)
    }
  }

  return (
    <div className="grid max-w-xl gap-4">
      {error !== undefined && <ErrorBox error={error} />}
      <Checkbox
        label="Send me a report every Monday and on the first of the month"
        hint="Visitors, sources, pages, outages and what they cost. None for a week in which nobody came."
        checked={wanted ?? website.email === 1}
        onChange={({ target }) => void change(target.checked)}
      />
      <div>
        <Button onClick={() => setOpen(true)}>Preview</Button>
      </div>
      {isOpen && <Preview website={website} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Preview({ website, onClose }: { website: Website; onClose: () => void }) {
  const [period, setPeriod] = useState<Period>('weekly')
  return (
    <Dialog title={`Report of ${website.domain}`} width_px={720} onClose={onClose}>
      <Tabs
        label="Report"
        current={period}
        onChange={setPeriod}
        tabs={(['weekly', 'monthly'] as const).map((id) => ({
          id,
          label: id === 'weekly' ? 'Last week' : 'Last month',
          panel: <Report key={id} website={website} period={id} />,
        }))}
      />
    </Dialog>
  )
}

/** As text: the page's policy lets no foreign markup in, not even our own mail's. */
function Report({ website, period }: { website: Website; period: Period }) {
  const report = useQuery(reportQuery(website.id, period))
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
    <Loaded query={report} rows={6} label="Writing the report">
      {({ subject, text, is_quiet }) => (
        <div className="grid gap-4">
          {is_quiet && <Notice title="Nothing was counted in this period: such a report is not sent." />}
          <p className="font-medium wrap-anywhere">{subject}</p>
          <pre
            tabIndex={0}
            role="region"
            aria-label="Text of the report"
            className="max-h-96 overflow-auto border-y border-line py-3 whitespace-pre-wrap wrap-anywhere"
          >
            {text}
          </pre>
          {error !== undefined && <ErrorBox error={error} />}
          <div>
            <Button busy={busy} onClick={() => void send()}>
              Send it to me now
            </Button>
          </div>
        </div>
      )}
    </Loaded>
  )
}

import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Website, WebsiteLive, WebsiteVerification } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../platform/api.ts'
import { translateLabel } from '../../platform/language.ts'
import { withTeam } from '../../platform/current-team.ts'
import { BASE_PATH } from '../../platform/page-facts.ts'
import { Button, ErrorBox, Notice, Progress, StatusMark, Time } from '../../ui/index.ts'

/** When the first event of a website arrived. The server pushes it as soon as it arrives. */
function useFirstEvent({ id, first_event_at }: Website): string | null {
  const [seen_at, setSeenAt] = useState(first_event_at)
  const client = useQueryClient()
  useEffect(() => {
    if (seen_at !== null) return undefined
    const source = new EventSource(withTeam(`${BASE_PATH}/api/v1/websites/${id}/live`))
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const live = JSON.parse(data) as WebsiteLive
      if (live.first_event_at === null) return
      setSeenAt(live.first_event_at)
      void client.invalidateQueries({ queryKey: ['websites'] })
    })
    return () => source.close()
  }, [id, seen_at, client])
  return seen_at
}

const VERDICTS: Readonly<Record<WebsiteVerification['result'], MessageDescriptor>> = {
  ok: msg`The tracking script is installed.`,
  script_missing: msg`The tracking script was not found on the page.`,
  wrong_tracking_id: msg`The tracking script on the page belongs to another website.`,
  module_script: msg`The tracking script is loaded as a module.`,
  blocked_by_csp: msg`The page’s Content Security Policy blocks the tracking script.`,
  wrong_host: msg`The page redirects to another host.`,
  page_error: msg`The page returns an error.`,
  not_html: msg`The URL does not return an HTML page.`,
  page_unreachable: msg`The page could not be opened.`,
}

function Diagnosis({ verification }: { verification: WebsiteVerification }) {
  const { result, message, checked_url, http_status } = verification
  return (
    <Notice kind={result === 'ok' ? 'done' : 'warning'} title={t(VERDICTS[result])}>
      <p>{translateLabel(message)}</p>
      <p className="text-sm text-soft">
        <Trans>
          Checked <code>{checked_url}</code>
        </Trans>
        {http_status !== null && (
          <>
            {' · '}
            <Trans>
              status <span className="figures">{http_status}</span>
            </Trans>
          </>
        )}
      </p>
    </Notice>
  )
}

/** "Waiting for the first visit…", with a button that checks the installation if none arrives. */
export function FirstVisit({ website }: { website: Website }) {
  const seen_at = useFirstEvent(website)
  const [verification, setVerification] = useState<WebsiteVerification>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  async function verify(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      setVerification(await api.websites.verify(website.id, {}))
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }

  if (seen_at !== null) {
    return (
      <Notice kind="done" title={t`The first visit has arrived.`}>
        <p className="flex items-center gap-2">
          <StatusMark name="up" />{' '}
          <Trans>
            Tracking since <Time at={seen_at} as="moment" />
          </Trans>
        </p>
      </Notice>
    )
  }
  return (
    <div className="grid gap-4">
      <div role="status" className="grid gap-1">
        <Progress label={t`Waiting for the first visit to ${website.domain}…`} />
        <p className="text-sm text-soft">{t`Open the website in another tab. This message updates automatically.`}</p>
      </div>
      {error !== undefined && <ErrorBox error={error} />}
      {verification && <Diagnosis verification={verification} />}
      <div>
        <Button busy={busy} onClick={() => void verify()}>
          {verification ? t`Check again` : t`Check installation`}
        </Button>
      </div>
    </div>
  )
}

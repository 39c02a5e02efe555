import type { Monitor, Website } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button, ErrorBox } from '../../ui/index.ts'

interface WatchStepProps {
  website: Website
  onWatched: (monitor: Monitor) => void
}

/** One click: a check a minute, tied to the website so that an outage knows whom it hurt. */
export function WatchStep({ website, onWatched }: WatchStepProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const url = `https://${website.domain}/`

  async function watch(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      const monitor = await api.monitors.create({ friendly_name: website.domain, url, website_id: website.id })
      await client.invalidateQueries({ queryKey: ['monitors'] })
      onWatched(monitor)
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-5">
      <p>
        Sitewatch asks for <code>{url}</code> and tells you the moment it does not answer. A failure is checked again
        before anybody is woken.
      </p>
      {error !== undefined && <ErrorBox error={error} />}
      <div>
        <Button kind="primary" busy={busy} onClick={() => void watch()}>
          Also watch {website.domain}
        </Button>
      </div>
    </div>
  )
}

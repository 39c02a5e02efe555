import { t } from '@lingui/core/macro'
import type { Monitor, Website, WebsiteLive } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { Field, Form, type FormValues, Loaded, Submit } from '../../ui/index.ts'
import { liveQuery } from '../../data/onboarding/queries.ts'

interface WatchStepProps {
  website: Website
  onWatched: (monitor: Monitor) => void
}

/** A check every minute, linked to the website so that outages show the affected visitors. Starts with the origin of the first visit. */
export function WatchStep({ website, onWatched }: WatchStepProps) {
  const live = useQuery(liveQuery(website.id))
  return <Loaded query={live}>{(data) => <WatchForm website={website} live={data} onWatched={onWatched} />}</Loaded>
}

function WatchForm({ website, live, onWatched }: WatchStepProps & { live: WebsiteLive }) {
  const client = useQueryClient()
  async function watch(values: FormValues): Promise<void> {
    const monitor = await api.monitors.create({
      friendly_name: website.domain,
      url: values.text('url'),
      website_id: website.id,
    })
    await client.invalidateQueries({ queryKey: ['monitors'] })
    onWatched(monitor)
  }
  return (
    <Form submit={watch} label={t`Add monitor`}>
      <Field
        name="url"
        label={t`URL to check`}
        hint={t`Checked every minute. A failure is confirmed by further checks before an alert is sent.`}
        defaultValue={`${live.first_event_origin ?? `https://${website.domain}`}/`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        figures
      />
      <div>
        <Submit>{t`Add monitor`}</Submit>
      </div>
    </Form>
  )
}

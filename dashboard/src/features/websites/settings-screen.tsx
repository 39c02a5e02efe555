import type { Website } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { BASE_URL } from '../../page-facts.ts'
import { Button, CodeBlock, ConfirmDialog, Loaded, PageHeader, Section, toast } from '../../ui/index.ts'
import { SnippetTabs } from '../onboarding/snippet-tabs.tsx'
import { websiteQuery } from './queries.ts'
import { Reports } from './reports.tsx'
import { CountingForm, PrivacyForm } from './settings-forms.tsx'

const route = getRouteApi('/app/websites/$websiteId/settings')

export function SettingsScreen() {
  const id = Number(route.useParams().websiteId)
  const website = useQuery(websiteQuery(id))
  return (
    <Loaded query={website} rows={8} label="Loading website">
      {(data) => (
        <>
          <PageHeader title={`${data.domain} settings`}>
            <Link to="/websites/$websiteId" params={{ websiteId: String(id) }} className="link">
              ← {data.domain}
            </Link>
          </PageHeader>
          <Section title="Visibility">
            <PrivacyForm key={data.updated_at} website={data} />
          </Section>
          {data.privacy === 0 && <Badges website={data} />}
          <Section title="E-mail reports">
            <Reports website={data} />
          </Section>
          <Section title="Tracking">
            <CountingForm key={data.updated_at} website={data} />
          </Section>
          <Section title="Tracking script">
            <SnippetTabs tracking_id={data.tracking_id} />
          </Section>
          <Section title="Delete">
            <DeleteWebsite website={data} />
          </Section>
        </>
      )}
    </Loaded>
  )
}

const BADGES = { visitors: 'Visitors', uptime: 'Uptime', status: 'Status' }

/** The pictures are the server's own: what stands here is what others will see. */
function Badges({ website: { tracking_id, domain } }: { website: Website }) {
  const page = `${BASE_URL}/p/${tracking_id}`
  return (
    <Section title="Badges">
      <div className="grid gap-5">
        {Object.entries(BADGES).map(([name, label]) => {
          const picture = `${page}/badge/${name}.svg`
          return (
            <div key={name} className="grid gap-2">
              <img src={picture} alt={`${label} of ${domain}`} height={22} className="h-[22px] w-fit" />
              <CodeBlock
                label={`${label} badge HTML`}
                code={`<a href="${page}"><img src="${picture}" alt="${label}" height="22"></a>`}
              />
            </div>
          )
        })}
      </div>
    </Section>
  )
}

function DeleteWebsite({ website }: { website: Website }) {
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const [isAsking, setAsking] = useState(false)
  const watched = website.monitor_ids.length
  return (
    <>
      <p className="mb-3 text-soft">Permanently deletes all visits, goals and the public page of {website.domain}.</p>
      <Button onClick={() => setAsking(true)}>Delete website</Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${website.domain}?`}
          action="Delete website"
          onClose={() => setAsking(false)}
          confirm={async () => {
            await api.websites.remove(website.id)
            await navigate({ to: '/websites' })
            await Promise.all(['websites', 'overview'].map((key) => client.invalidateQueries({ queryKey: [key] })))
            toast('Website deleted. Its events are removed in the background.')
          }}
        >
          <p>This permanently deletes all visits, goals, the public page, badges and reports.</p>
          <p>
            What stays: {watched === 0 ? 'nothing' : watched === 1 ? 'its monitor' : `its ${watched} monitors`}
            {watched > 0 && ', which go on watching'}. The snippet in its pages does nothing any more.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

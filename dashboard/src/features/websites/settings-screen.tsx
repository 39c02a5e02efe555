import type { Website } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api } from '../../api.ts'
import { Button, ConfirmDialog, Loaded, PageHeader, Section, Tabs, toast } from '../../ui/index.ts'
import { SnippetTabs } from '../onboarding/snippet-tabs.tsx'
import { Badges } from './badges.tsx'
import { websiteQuery } from './queries.ts'
import { Reports } from './reports.tsx'
import { GeneralForm, SharingForm, TrackingForm } from './settings-forms.tsx'
import { SETTINGS_TABS, type SettingsTab } from './settings-tabs.ts'

const route = getRouteApi('/app/websites/$websiteId/settings')

const NAMES: Record<SettingsTab, string> = {
  general: 'General',
  tracking: 'Tracking',
  sharing: 'Sharing',
  reports: 'Reports',
  danger: 'Danger zone',
}

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
          <SettingsTabs website={data} />
        </>
      )}
    </Loaded>
  )
}

/** The tab is in the address: each is a link of its own. */
function SettingsTabs({ website }: { website: Website }) {
  const { tab = 'general' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Tabs
      label="Settings"
      current={tab}
      onChange={(id) =>
        void navigate({
          to: '.',
          search: { tab: id === 'general' ? undefined : id },
          replace: true,
          resetScroll: false,
        })
      }
      tabs={SETTINGS_TABS.map((id) => ({
        id,
        label: NAMES[id],
        panel: <SettingsPanel key={id} tab={id} website={website} />,
      }))}
    />
  )
}

function SettingsPanel({ tab, website }: { tab: SettingsTab; website: Website }) {
  const [attempt, setAttempt] = useState(0)
  // Saved or cancelled, a form starts again from what is stored.
  const key = `${website.updated_at} ${attempt}`
  const form = { website, onCancel: () => setAttempt(attempt + 1) }
  const panels: Record<SettingsTab, () => ReactNode> = {
    general: () => (
      <>
        <GeneralForm key={key} {...form} />
        <Section title="Tracking script">
          <SnippetTabs tracking_id={website.tracking_id} />
        </Section>
      </>
    ),
    tracking: () => <TrackingForm key={key} {...form} />,
    sharing: () => (
      <>
        <SharingForm key={key} {...form} />
        {website.privacy === 0 && <Badges website={website} />}
      </>
    ),
    reports: () => <Reports website={website} />,
    danger: () => <DeleteWebsite website={website} />,
  }
  return panels[tab]()
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

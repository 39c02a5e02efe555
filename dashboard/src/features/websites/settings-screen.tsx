import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
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

const NAMES: Record<SettingsTab, MessageDescriptor> = {
  general: msg`General`,
  tracking: msg`Tracking`,
  sharing: msg`Sharing`,
  reports: msg`Reports`,
  danger: msg`Danger zone`,
}

export function SettingsScreen() {
  const id = Number(route.useParams().websiteId)
  const website = useQuery(websiteQuery(id))
  return (
    <Loaded query={website} rows={8} label={t`Loading website`}>
      {(data) => (
        <>
          <PageHeader title={t`${data.domain} settings`}>
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
      label={t`Settings`}
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
        label: t(NAMES[id]),
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
        <Section title={t`Tracking script`}>
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
      <p className="mb-3 text-soft">
        <Trans>Permanently deletes all visits, goals and the public page of {website.domain}.</Trans>
      </p>
      <Button onClick={() => setAsking(true)}>{t`Delete website`}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t`Delete ${website.domain}?`}
          action={t`Delete website`}
          onClose={() => setAsking(false)}
          confirm={async () => {
            await api.websites.remove(website.id)
            await navigate({ to: '/websites' })
            await Promise.all(['websites', 'overview'].map((key) => client.invalidateQueries({ queryKey: [key] })))
            toast(t`Website deleted. Its events are removed in the background.`)
          }}
        >
          <p>{t`This permanently deletes all visits, goals, the public page, badges and reports.`}</p>
          <p>
            {watched === 0 ? (
              <Trans>What stays: nothing.</Trans>
            ) : (
              <Plural
                value={watched}
                one="What stays: its monitor, which go on watching."
                other="What stays: its # monitors, which go on watching."
              />
            )}{' '}
            <Trans>The tracking script in its pages does nothing any more.</Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

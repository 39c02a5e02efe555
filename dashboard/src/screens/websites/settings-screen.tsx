import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Website } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Loaded, PageHeader, Section, Skeleton, Tabs } from '../../ui/index.ts'
import { HistoryLink } from '../../parts/audit-log/history-link.tsx'
import { SnippetTabs } from '../../parts/onboarding/snippet-tabs.tsx'
import { ChangedByEditors, ForEditors } from '../../parts/teams/for-editors.tsx'
import { useIsGuest } from '../../data/teams/roles.ts'
import { WEBSITE_FIELDS } from '../../data/websites/website-fields.gen.ts'
import { websiteQuery } from '../../data/websites/queries.ts'
import { GeneralForm, SharingForm, TrackingForm } from './settings-forms.tsx'
import { SETTINGS_TABS, type SettingsTab } from './settings-tabs.ts'
import { DeleteWebsite } from './delete-website.tsx'
import { Badges } from './badges.tsx'
import { TrafficAlerts } from '../../parts/silent-outages/traffic-alerts.tsx'
import { lazyPart } from '../../platform/lazy.tsx'

const route = getRouteApi('/app/websites/$websiteId/settings')

const Imports = lazyPart(
  async () => (await import('../../parts/imports/imports.tsx')).Imports,
  () => <Skeleton rows={4} />,
)
const Proposals = lazyPart(
  async () => (await import('../../parts/proposals/proposals.tsx')).Proposals,
  () => <Skeleton rows={4} />,
)
const Reports = lazyPart(
  async () => (await import('./reports.tsx')).Reports,
  () => <Skeleton rows={4} />,
)

const TAB_NAMES: Record<SettingsTab, MessageDescriptor> = {
  general: msg`General`,
  tracking: msg`Tracking`,
  sharing: msg`Sharing`,
  monitoring: msg`Monitoring`,
  reports: msg`Reports`,
  import: msg`Import`,
  danger: msg`Danger zone`,
}

const FORM_FIELDS: Partial<Record<SettingsTab, readonly (keyof Website)[]>> = {
  general: ['timezone', 'tags'],
  tracking: [
    'retention_days',
    'exclude_bots',
    'exclude_ips',
    'exclude_params',
    ...WEBSITE_FIELDS.map(({ name }) => name),
  ],
  sharing: ['privacy', 'has_password', 'indexable'],
}

/** Tabs that guests may not read. */
const HIDDEN_FROM_GUESTS: readonly SettingsTab[] = ['monitoring', 'import']

export function SettingsScreen() {
  const id = Number(route.useParams().websiteId)
  const website = useQuery(websiteQuery(id))
  return (
    <Loaded query={website} rows={8} label={t`Loading website`}>
      {(data) => (
        <>
          <PageHeader title={t`${data.domain} settings`}>
            <Link to="/websites/$websiteId" params={{ websiteId: String(id) }} className="link wrap-anywhere">
              ← {data.domain}
            </Link>
            <span className="flex flex-wrap gap-x-4">
              <ForEditors>
                <Link to="/objectives" search={{ website_id: id }} className="link">
                  {t`Objectives`}
                </Link>
              </ForEditors>
              <HistoryLink type="website" id={id} />
            </span>
          </PageHeader>
          <SettingsTabs website={data} />
        </>
      )}
    </Loaded>
  )
}

/** The tab is in the URL, so that each tab has its own link. */
function SettingsTabs({ website }: { website: Website }) {
  const { tab = 'general' } = route.useSearch()
  const navigate = route.useNavigate()
  const isGuest = useIsGuest()
  const tabs = SETTINGS_TABS.filter((id) => !isGuest || !HIDDEN_FROM_GUESTS.includes(id))
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
      tabs={tabs.map((id) => ({
        id,
        label: t(TAB_NAMES[id]),
        panel: <SettingsPanel key={id} tab={id} website={website} />,
      }))}
    />
  )
}

/** Saving or cancelling resets a form to the stored values. What another part of the screen saves does not reset it. */
function useSettingsForm(tab: SettingsTab, website: Website) {
  const [resetCount, setResetCount] = useState(0)
  const keyOf = (shown: Website): string =>
    JSON.stringify([resetCount, shown.id, ...(FORM_FIELDS[tab] ?? []).map((name) => shown[name])])
  const key = keyOf(website)
  const onReset = (): void => setResetCount((count) => count + 1)
  // Reset the form even if the key is the same: a new password does not change the key, but must not be sent again.
  return { key, form: { website, onReset, onSaved: (saved: Website) => void (keyOf(saved) === key && onReset()) } }
}

function SettingsPanel({ tab, website }: { tab: SettingsTab; website: Website }) {
  const { key, form } = useSettingsForm(tab, website)
  const panels: Record<SettingsTab, () => ReactNode> = {
    general: () => (
      <>
        <ChangedByEditors>
          <GeneralForm key={key} {...form} />
        </ChangedByEditors>
        <Section title={t`Tracking script`}>
          <SnippetTabs tracking_id={website.tracking_id} />
        </Section>
      </>
    ),
    tracking: () => (
      <>
        <ChangedByEditors>
          <TrackingForm key={key} {...form} />
        </ChangedByEditors>
        <TrafficAlerts website={website} />
      </>
    ),
    sharing: () => (
      <>
        <ChangedByEditors>
          <SharingForm key={key} {...form} />
        </ChangedByEditors>
        {website.privacy === 0 && <Badges website={website} />}
      </>
    ),
    monitoring: () => <Proposals website={website} />,
    reports: () => <Reports website={website} />,
    import: () => <Imports website={website} />,
    danger: () => (
      <ChangedByEditors>
        <DeleteWebsite website={website} />
      </ChangedByEditors>
    ),
  }
  return panels[tab]()
}

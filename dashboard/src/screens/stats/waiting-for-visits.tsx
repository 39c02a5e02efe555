import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Website } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { Section } from '../../ui/index.ts'
import { FirstVisit } from '../../parts/onboarding/first-visit.tsx'
import { SnippetTabs } from '../../parts/onboarding/snippet-tabs.tsx'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { Drops } from './drops.tsx'

export function WaitingForVisits({ website }: { website: Website }) {
  return (
    <>
      <Section title={t`Add the tracking script`}>
        <SnippetTabs tracking_id={website.tracking_id} />
      </Section>
      <Section title={t`Installation`}>
        <FirstVisit website={website} />
      </Section>
      {website.monitor_ids.length === 0 && (
        <ForEditors>
          <Section title={t`Uptime`}>
            <p className="text-soft">
              <Trans>
                This website has no monitor.{' '}
                <Link
                  to="/monitors/new"
                  search={{ url: `https://${website.domain}/`, website_id: website.id }}
                  className="link"
                >
                  Add a monitor
                </Link>
              </Trans>
            </p>
          </Section>
        </ForEditors>
      )}
      <Drops id={website.id} />
    </>
  )
}

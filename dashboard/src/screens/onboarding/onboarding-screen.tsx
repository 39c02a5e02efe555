import { msg, t } from '@lingui/core/macro'
import type { Website } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lazyPart } from '../../platform/lazy.tsx'
import { buttonClass, Loaded, PageHeader, Skeleton } from '../../ui/index.ts'
import { FirstVisit } from '../../parts/onboarding/first-visit.tsx'
import { websiteQuery } from '../../data/onboarding/queries.ts'
import { SnippetTabs } from '../../parts/onboarding/snippet-tabs.tsx'
import { WatchStep } from './watch-step.tsx'
import { AddWebsiteForm } from '../../parts/onboarding/website-step.tsx'

export { loadStep } from '../../data/onboarding/queries.ts'

const AlertStep = lazyPart(
  async () => (await import('./alert-step.tsx')).AlertStep,
  () => <Skeleton />,
)

const route = getRouteApi('/bare/welcome')
// A separate chunk: it includes the definitions of all provider types.

const STEPS = [
  { id: 'website', label: msg`Website`, title: msg`Add your website` },
  { id: 'snippet', label: msg`Tracking script`, title: msg`Add the tracking script` },
  { id: 'watch', label: msg`Monitor`, title: msg`Monitor its uptime` },
  { id: 'alert', label: msg`Alert`, title: msg`Choose who is alerted` },
] as const
type Step = (typeof STEPS)[number]['id']

function StepList({ current }: { current: Step }) {
  const at = STEPS.findIndex(({ id }) => id === current)
  return (
    <ol className="mb-8 grid grid-cols-4 gap-2 text-sm">
      {STEPS.map(({ id, label }, index) => (
        <li
          key={id}
          aria-current={index === at ? 'step' : undefined}
          className={`border-t-2 pt-2 ${index <= at ? 'border-accent' : 'border-line'} ${index === at ? 'font-medium' : 'text-soft'}`}
        >
          <span className="figures">{index + 1}</span> {t(label)}
          {index < at && <span className="sr-only"> {t`done`}</span>}
        </li>
      ))}
    </ol>
  )
}

interface StepLinkProps {
  to: Step
  search: object
  kind?: 'primary' | 'plain'
  children: ReactNode
}

function StepLink({ to, search, kind = 'plain', children }: StepLinkProps) {
  return (
    <Link to="/welcome" search={{ ...search, step: to }} className={buttonClass(kind)}>
      {children}
    </Link>
  )
}

function SnippetStep({ website }: { website: Website }) {
  const search = route.useSearch()
  return (
    <div className="grid gap-8">
      <SnippetTabs tracking_id={website.tracking_id} />
      <FirstVisit website={website} />
      <div className="border-t border-line pt-5">
        <StepLink to="watch" search={search} kind="primary">
          {t`Continue`}
        </StepLink>
      </div>
    </div>
  )
}

/** Sets up a website with its first visit, a monitor, and a provider to alert. Each step has its own URL. */
export function OnboardingScreen() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const website = useQuery(websiteQuery(search.website))
  const step: Step = search.website === undefined && search.step !== 'alert' ? 'website' : (search.step ?? 'website')
  const { title } = STEPS.find(({ id }) => id === step) ?? STEPS[0]
  const go = (next: Step, params: object = {}): void =>
    void navigate({ to: '/welcome', search: { ...search, ...params, step: next } })

  return (
    <>
      <StepList current={step} />
      <PageHeader title={t(title)} />
      {step === 'website' && <AddWebsiteForm onCreated={({ id }) => go('snippet', { website: id })} />}
      {step === 'snippet' && <Loaded query={website}>{(data) => <SnippetStep website={data} />}</Loaded>}
      {step === 'watch' && (
        <Loaded query={website}>
          {(data) => (
            <div className="grid gap-5">
              <WatchStep website={data} onWatched={({ id }) => go('alert', { monitor: id })} />
              <div>
                <StepLink to="alert" search={search}>
                  {t`Skip`}
                </StepLink>
              </div>
            </div>
          )}
        </Loaded>
      )}
      {step === 'alert' && <AlertStep monitor_id={search.monitor} onDone={() => void navigate({ to: '/' })} />}
      <p className="mt-10">
        <Link to="/" className="link">
          {t`Skip setup and go to the overview`}
        </Link>
      </p>
    </>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StatusPage } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import {
  Button,
  buttonClass,
  ConfirmDialog,
  Copy,
  Loaded,
  PageHeader,
  pickChanged,
  Section,
  toast,
} from '../../ui/index.ts'
import { PageTabs } from '../../parts/status-pages/page-tabs.tsx'
import { ChangedByEditors, ForEditors } from '../../parts/teams/for-editors.tsx'
import { DomainProof, isUnverified } from './domain-proof.tsx'
import { LogoSection } from './logo-section.tsx'
import { VISIBILITIES } from './look-and-access.tsx'
import { statusPageQuery } from '../../data/status-pages/queries.ts'
import { StatusPageForm } from './status-page-form.tsx'
import { SubscribersSection } from './subscribers-section.tsx'

export { loadStatusPage } from '../../data/status-pages/queries.ts'

const route = getRouteApi('/app/status-pages/$pageId')

const FORM_FIELDS = [
  'id',
  'name',
  'slug',
  'domain',
  'description',
  'monitors',
  'websites',
  'visibility',
  'has_password',
  'accent_color',
  'show_response_times',
] as const

/** Leaves out the logo and the domain verification: when they change, the form must keep what somebody is typing. */
const formKey = (page: StatusPage): string => JSON.stringify(FORM_FIELDS.map((name) => page[name]))

function PageUrl({ url }: { url: string }) {
  return (
    <p className="mb-6 flex flex-wrap items-center gap-3">
      <span className="figures wrap-anywhere">{url}</span>
      <Copy text={url} />
    </p>
  )
}

export function StatusPageScreen() {
  const { pageId } = route.useParams()
  const id = Number(pageId)
  const [isDeleting, setDeleting] = useState(false)
  const page = useQuery({
    ...statusPageQuery(id),
    // The DNS record may be found at any time, and no live update reports it.
    refetchInterval: ({ state: { data } }) => (data && isUnverified(data) ? 10_000 : false),
  })
  return (
    <Loaded query={page} rows={8} label={t`Loading status page`}>
      {(data) => (
        <>
          <PageHeader
            title={data.name}
            actions={
              <>
                <a href={data.url} className={buttonClass('primary')}>
                  {t`Open page`}
                </a>
                <ForEditors>
                  <Button onClick={() => setDeleting(true)}>{t`Delete`}</Button>
                </ForEditors>
              </>
            }
          >
            {t(VISIBILITIES[data.visibility])}
            {'. '}
            <Trans>
              Subscribers: <span className="figures">{data.subscriber_count}</span>
            </Trans>
          </PageHeader>
          <PageTabs pageId={pageId} />
          <PageUrl url={data.url} />
          <DomainProof page={data} />
          <PageSettings page={data} />
          <ForEditors>
            <LogoSection page={data} />
            <SubscribersSection page={data} />
          </ForEditors>
          {isDeleting && <DeletePage page={data} onClose={() => setDeleting(false)} />}
        </>
      )}
    </Loaded>
  )
}

function PageSettings({ page }: { page: StatusPage }) {
  const client = useQueryClient()
  const [saves, setSaves] = useState(0)
  return (
    <Section title={t`Settings`}>
      <ChangedByEditors>
        <StatusPageForm
          key={`${formKey(page)} ${saves}`}
          stored={page}
          action={t`Save changes`}
          save={async (fields) => {
            const saved = await api.statusPages.update(page.id, pickChanged(page, fields))
            await client.invalidateQueries({ queryKey: ['status-pages'] })
            // Reset the form even if the key is the same: a new password does not change the key, but must not be sent again.
            if (formKey(saved) === formKey(page)) setSaves(saves + 1)
            toast(t`Saved`)
          }}
        />
      </ChangedByEditors>
    </Section>
  )
}

function DeletePage({ page, onClose }: { page: StatusPage; onClose: () => void }) {
  const navigate = route.useNavigate()
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={t`Delete ${page.name}?`}
      action={t`Delete status page`}
      onClose={onClose}
      confirm={async () => {
        await api.statusPages.remove(page.id)
        toast(t`Status page deleted`)
        await navigate({ to: '/status-pages' })
        await client.invalidateQueries({ queryKey: ['status-pages'] })
      }}
    >
      <p>{t`The page stops working and its subscribers are deleted.`}</p>
    </ConfirmDialog>
  )
}

import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Website } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  Button,
  type Column,
  Dialog,
  Empty,
  Field,
  Form,
  Loaded,
  PageHeader,
  Pagination,
  Select,
  Submit,
  Table,
  Time,
} from '../../ui/index.ts'
import { AddWebsiteForm } from '../../parts/onboarding/website-step.tsx'
import { TagChips } from '../../parts/tags/tag-chips.tsx'
import { TagSelect } from '../../parts/tags/tag-select.tsx'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { FavoriteStar } from '../../parts/websites/favorite-star.tsx'
import { websiteListQuery } from '../../data/websites/queries.ts'

const route = getRouteApi('/app/websites')

const PRIVACY_NAMES: Record<Website['privacy'], MessageDescriptor> = {
  0: msg`Public`,
  1: msg`Private`,
  2: msg`Password-protected`,
}

const listColumns = (): readonly Column<Website>[] => [
  {
    head: t`Website`,
    cell: (website) => (
      <span className="-my-0.5 flex min-w-0 items-center gap-2">
        <FavoriteStar website={website} />
        <Link to="/websites/$websiteId" params={{ websiteId: String(website.id) }} className="link wrap-anywhere">
          {website.domain}
        </Link>
        <TagChips tags={website.tags} to="/websites" />
      </span>
    ),
  },
  { head: t`Visibility`, cell: ({ privacy }) => t(PRIVACY_NAMES[privacy]) },
  { head: t`First visit`, cell: ({ first_event_at }) => <Time at={first_event_at} as="day" none={t`None yet`} /> },
  { head: t`Added`, cell: ({ created_at }) => <Time at={created_at} as="day" /> },
  { head: t`Monitors`, figures: true, cell: ({ monitor_ids }) => monitor_ids.length },
  {
    head: '',
    align: 'end',
    cell: ({ id, domain }) => (
      <Link
        to="/websites/$websiteId/settings"
        params={{ websiteId: String(id) }}
        className="link"
        aria-label={t`${domain} settings`}
      >
        {t`Settings`}
      </Link>
    ),
  },
]

export function WebsitesScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const byDomain = search.sort === 'domain'
  const websites = useQuery(
    websiteListQuery({
      search: search.search,
      favorite: search.favorite,
      tag: search.tag,
      sort_by: byDomain ? 'domain' : 'id',
      sort: byDomain ? 'asc' : 'desc',
      page: search.page,
      per_page: 50,
    }),
  )
  const isFiltered = [search.search, search.favorite, search.tag].some((value) => value !== undefined)
  return (
    <>
      <PageHeader
        title={t`Websites`}
        actions={
          <ForEditors>
            <Button
              kind="primary"
              onClick={() => void navigate({ to: '.', search: (old) => ({ ...old, add: true }), resetScroll: false })}
            >
              {t`Add website`}
            </Button>
          </ForEditors>
        }
      />
      <SearchForm key={`${search.search} ${search.favorite} ${search.sort} ${search.tag}`} />
      <Loaded query={websites} rows={6} label={t`Loading websites`}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <NoWebsites isFiltered={isFiltered} />
          ) : (
            <>
              <Table caption={t`Websites`} columns={listColumns()} rows={data} rowKey={({ id }) => id} />
              <Pagination
                meta={meta}
                noun={t`websites`}
                onPage={(page) => void navigate({ to: '.', search: (old) => ({ ...old, page }) })}
              />
            </>
          )
        }
      </Loaded>
      {search.add === true && <AddWebsite />}
    </>
  )
}

function SearchForm() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Form
      label={t`Search websites`}
      className="mb-6 flex flex-wrap items-end gap-3 max-sm:*:first:w-full"
      submit={async (values) => {
        await navigate({
          to: '.',
          search: {
            search: values.optionalText('search'),
            favorite: values.text('favorite') === '1' || undefined,
            sort: values.text('sort') === 'domain' ? 'domain' : undefined,
            tag: search.tag,
          },
        })
      }}
    >
      <Field name="search" label={t`Domain`} type="search" defaultValue={search.search ?? ''} />
      <Select
        name="favorite"
        label={t`Show`}
        defaultValue={search.favorite ? '1' : ''}
        choices={[
          { value: '', label: t`All` },
          { value: '1', label: t`Favourites` },
        ]}
      />
      <Select
        name="sort"
        label={t`Sort by`}
        defaultValue={search.sort ?? ''}
        choices={[
          { value: '', label: t`Newest first` },
          { value: 'domain', label: t`Domain` },
        ]}
      />
      <TagSelect
        of="website_count"
        value={search.tag}
        onChoose={(tag) => void navigate({ to: '.', search: (old) => ({ ...old, tag, page: undefined }) })}
      />
      <Submit kind="plain">{t`Search`}</Submit>
    </Form>
  )
}

function AddWebsite() {
  const navigate = route.useNavigate()
  return (
    <Dialog
      title={t`Add website`}
      onClose={() => void navigate({ to: '.', search: (old) => ({ ...old, add: undefined }), replace: true })}
    >
      <AddWebsiteForm
        onCreated={({ id }) => void navigate({ to: '/websites/$websiteId', params: { websiteId: String(id) } })}
      />
    </Dialog>
  )
}

function NoWebsites({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title={t`No results.`}>
        <Link to="/websites" className="link">
          {t`Show all`}
        </Link>
      </Empty>
    )
  }
  return (
    <Empty title={t`No websites yet.`}>
      <p className="text-soft">{t`Add a domain and put the tracking script on its pages to see your visitors.`}</p>
    </Empty>
  )
}

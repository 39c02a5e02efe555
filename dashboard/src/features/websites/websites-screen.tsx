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
import { PasteDomain } from '../onboarding/website-step.tsx'
import { FavoriteStar } from './favorite-star.tsx'
import { websiteListQuery } from './queries.ts'

const route = getRouteApi('/app/websites')

const PRIVACY_NAMES: Record<Website['privacy'], string> = { 0: 'Public', 1: 'Private', 2: 'Password-protected' }

const COLUMNS: readonly Column<Website>[] = [
  {
    head: 'Website',
    cell: (website) => (
      <span className="-my-0.5 flex min-w-0 items-center gap-2">
        <FavoriteStar website={website} />
        <Link to="/websites/$websiteId" params={{ websiteId: String(website.id) }} className="link wrap-anywhere">
          {website.domain}
        </Link>
      </span>
    ),
  },
  { head: 'Visibility', cell: ({ privacy }) => PRIVACY_NAMES[privacy] },
  { head: 'First visit', cell: ({ first_event_at }) => <Time at={first_event_at} as="day" none="None yet" /> },
  { head: 'Added', cell: ({ created_at }) => <Time at={created_at} as="day" /> },
  { head: 'Monitors', figures: true, cell: ({ monitor_ids }) => monitor_ids.length },
  {
    head: '',
    align: 'end',
    cell: ({ id, domain }) => (
      <Link
        to="/websites/$websiteId/settings"
        params={{ websiteId: String(id) }}
        className="link"
        aria-label={`${domain} settings`}
      >
        Settings
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
      sort_by: byDomain ? 'domain' : 'id',
      sort: byDomain ? 'asc' : 'desc',
      page: search.page,
      per_page: 50,
    }),
  )
  const isFiltered = search.search !== undefined || search.favorite !== undefined
  return (
    <>
      <PageHeader
        title="Websites"
        actions={
          <Button
            kind="primary"
            onClick={() => void navigate({ to: '.', search: (old) => ({ ...old, add: true }), resetScroll: false })}
          >
            Add website
          </Button>
        }
      />
      <FindForm key={`${search.search} ${search.favorite} ${search.sort}`} />
      <Loaded query={websites} rows={6} label="Loading websites">
        {({ data, meta }) =>
          data.length === 0 ? (
            <NoWebsites isFiltered={isFiltered} />
          ) : (
            <>
              <Table caption="Websites" columns={COLUMNS} rows={data} rowKey={({ id }) => id} />
              <Pagination
                meta={meta}
                noun="websites"
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

function FindForm() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Form
      label="Search websites"
      className="mb-6 flex flex-wrap items-end gap-3 max-sm:*:first:w-full"
      submit={async (values) => {
        await navigate({
          to: '.',
          search: {
            search: values.optionalText('search'),
            favorite: values.text('favorite') === '1' || undefined,
            sort: values.text('sort') === 'domain' ? 'domain' : undefined,
          },
        })
      }}
    >
      <Field name="search" label="Domain" type="search" defaultValue={search.search ?? ''} />
      <Select
        name="favorite"
        label="Show"
        defaultValue={search.favorite ? '1' : ''}
        choices={[
          { value: '', label: 'All' },
          { value: '1', label: 'Favourites' },
        ]}
      />
      <Select
        name="sort"
        label="Sort by"
        defaultValue={search.sort ?? ''}
        choices={[
          { value: '', label: 'Newest first' },
          { value: 'domain', label: 'Domain' },
        ]}
      />
      <Submit kind="plain">Find</Submit>
    </Form>
  )
}

function AddWebsite() {
  const navigate = route.useNavigate()
  return (
    <Dialog
      title="Add website"
      onClose={() => void navigate({ to: '.', search: (old) => ({ ...old, add: undefined }), replace: true })}
    >
      <PasteDomain
        onCreated={({ id }) => void navigate({ to: '/websites/$websiteId', params: { websiteId: String(id) } })}
      />
    </Dialog>
  )
}

function NoWebsites({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No results.">
        <Link to="/websites" className="link">
          Show all
        </Link>
      </Empty>
    )
  }
  return (
    <Empty title="No websites yet.">
      <p className="text-soft">Add a domain and put the tracking script on its pages to see your visitors.</p>
    </Empty>
  )
}

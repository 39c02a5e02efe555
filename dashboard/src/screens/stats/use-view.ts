import { getRouteApi } from '@tanstack/react-router'
import { parseTerms, type Term, writeTerms } from './filters.ts'
import { DEFAULT_METRIC, type Metric } from './metrics.ts'
import { DEFAULT_PERIOD } from '../../data/stats/periods.ts'
import type { Comparison, StatsQuery } from '../../data/stats/queries.ts'
import type { WebsiteSearch } from './website-search.ts'

const route = getRouteApi('/app/websites/$websiteId')

interface View {
  id: number
  search: WebsiteSearch
  metric: Metric
  statsQuery: StatsQuery
  comparison: Comparison
  terms: Term[]
  /** Writes to the URL, which is the only way to change the view. */
  change: (part: WebsiteSearch) => void
  setTerms: (terms: readonly Term[]) => void
}

/** The current view of a website, read from the URL. */
export function useView(): View {
  const id = Number(route.useParams().websiteId)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (part: WebsiteSearch): void =>
    void navigate({ to: '.', search: (old: WebsiteSearch) => ({ ...old, ...part }), resetScroll: false })
  const { metric = DEFAULT_METRIC, period = DEFAULT_PERIOD, from, to } = search
  const { compare = 'previous', compare_from, compare_to, exclude_outages } = search
  const terms = parseTerms(search.filters)
  return {
    id,
    search,
    metric,
    comparison: { compare, compare_from, compare_to, exclude_outages },
    statsQuery: { period, from, to, filters: search.filters },
    terms,
    change,
    setTerms: (terms) => change({ filters: writeTerms(terms), page: undefined }),
  }
}

import { getRouteApi } from '@tanstack/react-router'
import { parseTerms, type Term, writeTerms } from './filters.ts'
import { DEFAULT_PERIOD } from './periods.ts'
import type { StatsQuery } from './queries.ts'
import type { WebsiteSearch } from './website-search.ts'

const route = getRouteApi('/app/websites/$websiteId')

interface View {
  id: number
  search: WebsiteSearch
  statsQuery: StatsQuery
  terms: Term[]
  /** Writes it into the address: the one way anything on the screen changes. */
  change: (part: WebsiteSearch) => void
  setTerms: (terms: readonly Term[]) => void
}

/** What is looked at, as the address says. */
export function useView(): View {
  const id = Number(route.useParams().websiteId)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (part: WebsiteSearch): void =>
    void navigate({ to: '.', search: (old: WebsiteSearch) => ({ ...old, ...part }), resetScroll: false })
  const { period = DEFAULT_PERIOD, from, to, filters } = search
  return {
    id,
    search,
    statsQuery: { period, from, to, filters },
    terms: parseTerms(filters),
    change,
    setTerms: (terms) => change({ filters: writeTerms(terms), page: undefined }),
  }
}

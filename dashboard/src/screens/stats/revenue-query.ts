import type { StatsRevenue } from '@sitewatch/sdk'
import { formatMoney } from '@sitewatch/contract/format-money'
import { useQuery } from '@tanstack/react-query'
import { currentLanguage } from '../../platform/language.ts'
import { useIsChartLoaded } from './after-picture.ts'
import { useView } from './use-view.ts'
import { revenueQuery } from '../../data/stats/queries.ts'

type Revenue = StatsRevenue['revenue'][number]

export interface CurrentRevenue {
  data: StatsRevenue
  /** In the chosen currency. Amounts in different currencies are never added up. */
  now: Revenue
  before: Revenue | undefined
  currencies: readonly string[]
}

/** The revenue of the current view, in the chosen currency or else the one with the most orders. Undefined without revenue. */
export function useRevenue(): CurrentRevenue | undefined {
  const { id, statsQuery, comparison, search } = useView()
  // Compared with the full other period: only the figures above the chart exclude hours of outages.
  const { exclude_outages: _, ...compared } = comparison
  const query = { ...statsQuery, ...compared, interval: search.interval }
  const { data } = useQuery({ ...revenueQuery(id, query), enabled: useIsChartLoaded() })
  const [mostOrdered] = (data?.revenue ?? []).toSorted((a, b) => b.orders - a.orders)
  const now = data?.revenue.find(({ currency }) => currency === search.currency) ?? mostOrdered
  if (!data || !now) return undefined
  return {
    data,
    now,
    before: data.comparison?.revenue.find(({ currency }) => currency === now.currency),
    currencies: data.revenue.map(({ currency }) => currency),
  }
}

export const writeMoney = (amount: string | null | undefined, currency: string): string =>
  amount === null || amount === undefined ? '–' : formatMoney(amount, currency, currentLanguage())

/** The revenue of one row of a breakdown. */
export function writeRevenue(revenue: readonly Revenue[] | null | undefined, currency: string): string {
  const found = revenue?.find((each) => each.currency === currency)
  return found ? writeMoney(found.amount, currency) : '–'
}

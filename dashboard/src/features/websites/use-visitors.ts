import { useQuery } from '@tanstack/react-query'
import { summaryQuery } from './queries.ts'
import { useView } from './use-view.ts'

/** Of the period and its filters: what every share is of. Fetched by the figures above, so not once more. */
export function useVisitors(): number | undefined {
  const { id, statsQuery, comparison } = useView()
  return useQuery(summaryQuery(id, statsQuery, comparison)).data?.visitors
}

/** Never above 100: the two answers may be a moment apart. */
export const shareOf = (visitors: number, total: number | undefined): number | null =>
  total === undefined || total === 0 ? null : Math.min(100, (100 * visitors) / total)

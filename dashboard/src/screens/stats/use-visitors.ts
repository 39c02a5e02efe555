import { useQuery } from '@tanstack/react-query'
import { summaryQuery } from '../../data/stats/queries.ts'
import { useView } from './use-view.ts'

/** Visitors of the period with its filters: 100 % of all shares. Already cached by the figures above. */
export function useVisitors(): number | undefined {
  const { id, statsQuery, comparison } = useView()
  return useQuery(summaryQuery(id, statsQuery, comparison)).data?.visitors
}

/** Never above 100: the two responses may be a moment apart. */
export const shareOf = (visitors: number, total: number | undefined): number | null =>
  total === undefined || total === 0 ? null : Math.min(100, (100 * visitors) / total)

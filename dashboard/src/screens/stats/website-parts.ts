import { lazyPart } from '../../platform/lazy.tsx'
import type { WebsiteSearch } from './website-search.ts'

// Parts that few views have. The route loads them before such a view is shown, so that the layout does not shift.
export const DayRangeForm = lazyPart(async () => (await import('./day-range-form.tsx')).DayRangeForm)
export const FilterChips = lazyPart(async () => (await import('./filter-chips.tsx')).FilterChips)
export const FilterDialog = lazyPart(async () => (await import('./filter-dialog.tsx')).FilterDialog)

export async function loadParts({ period, compare, filters }: WebsiteSearch): Promise<void> {
  const hasDays = period === 'custom' || compare === 'custom'
  await Promise.all([hasDays && DayRangeForm.preload(), filters !== undefined && FilterChips.preload()])
}

/** A URL that somebody wrote by hand may contain Germany instead of the code DE. */
export async function writeCodes(filters: string | undefined): Promise<string | undefined> {
  return filters === undefined ? undefined : (await import('./filter-chips.tsx')).writeCodes(filters)
}

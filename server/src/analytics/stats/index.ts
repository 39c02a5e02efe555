// Owns: figures out of events: what can be asked, its SQL, and days counted in advance.
// Called by: roles (routes, the job that counts days); public-stats, reports and insights ask it for figures.
// Begins: `routes.ts` and `answers.ts` for a question, `build.ts` for counted days.

export { type StatsContext, readSeries, readSummary } from './answers.ts'
export { readBreakdown } from './breakdown.ts'
export { countVisitsByValue, type DailyValues, readDailyValues } from './daily-values.ts'
export { EVENT_NAME, IS_NAMED, PATH, toLikePattern } from './conditions.ts'
export { EXPORT_TYPES, type ExportFormat } from './export.ts'
export { insertGoal, listAllGoals } from './goals.ts'
export { findImportedDays } from './imported.ts'
export { readFirstEvent } from './queries/first-event.ts'
export { findSpan } from './period.ts'
export { createRecentVisits } from './recent-visits.ts'
export { readRevenueTotal } from './revenue.ts'
export { answerUnavailable, serveStats } from './routes.ts'
export { buildDueDays, statsTasks } from './tasks.ts'
export { listFailedDaysUnscoped } from './build-failures.ts'
export { countVisitStarts } from './visit-starts.ts'

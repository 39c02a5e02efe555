// Owns: statistics by e-mail: when one is due, its figures, its words.
// Called by: roles (routes, jobs); uptime-reports share its periods, words and frame.
// Begins: `tasks.ts` plans and sends, `routes.ts` has the settings and the preview.

export { toFramedPage } from './compose.ts'
export { findDueTime, findFirstDue, findLastPeriod, findPeriodSpan, movePeriod, periodFrom } from './period.ts'
export { MAX_DELAY_MS } from './plan.ts'
export { FRAMED_HEADERS, serveReports } from './routes.ts'
export { reportTasks } from './tasks.ts'
export { mountUnsubscribe, mountUnsubscribePage } from './unsubscribe-page.ts'
export { describePeriod, formatTime, quoteName } from './words.ts'

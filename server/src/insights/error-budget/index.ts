// Owns: which minutes count for a target, and how many of them may fail.
// Called by: objectives, uptime-reports.
// Begins: `histories.ts` reads, `budget.ts` computes.

export { allowedShareOf, type Budget, computeBudget } from './budget.ts'
export { findCountedSpans, type MonitorHistory, type ReportIncident, spanOfIncident } from './counted-spans.ts'
export { type MonitorRow, readHistories, readHistoriesOf } from './histories.ts'

export { allowedShareOf, type Budget, computeBudget } from './budget.ts'
export { findCountedSpans, type MonitorHistory, type ReportIncident, spanOfIncident } from './counted-spans.ts'
export { type MonitorRow, readHistories, readHistoriesOf } from './histories.ts'

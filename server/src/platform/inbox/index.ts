export { appendInbox, appendInboxBatch, listWaiting, packRows, unpackRows } from './append.ts'
export { createInboxGauge, type InboxGauge } from './backlog.ts'
export { startLoader, type Loader, type LoaderOptions, type RepeatedLoad } from './loader.ts'
export { createInboxMetrics } from './metrics.ts'
export {
  countRefusedUnscoped,
  discardRefusedUnscoped,
  listRefusedUnscoped,
  type RefusedBatch,
  retryRefusedUnscoped,
} from './refused.ts'

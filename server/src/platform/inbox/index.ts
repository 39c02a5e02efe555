export { appendInbox, type InboxTx } from './append.ts'
export { createInboxGauge, type InboxBacklog, type InboxGauge } from './backlog.ts'
export { INBOX_KINDS, type InboxKind } from './kinds.ts'
export { startLoader, type InboxTables, type Loader, type LoaderOptions } from './loader.ts'

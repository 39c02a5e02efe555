export const INBOX_KINDS = ['checks', 'events', 'filtered_events'] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

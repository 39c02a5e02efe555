import type { ClickHouseUnavailable, UnavailableReason } from '../platform/clickhouse/failure.ts'
import { problem, type ProblemError } from './problem.ts'

const DETAILS: Partial<Record<UnavailableReason, string>> = {
  timeout: 'This query takes too long. Request a shorter period or fewer filter conditions.',
  memory:
    'This query takes too much memory. Request a shorter period or fewer filter conditions, or ask the operator to give the server more memory.',
  busy: 'Too many statistics queries are waiting. Send fewer requests at once.',
  damaged: 'A part of the history is damaged. The operator of this server can see it with "sitewatch doctor".',
}

/** 503 with what the caller can do. `away` is the text for a store that cannot be reached. */
export const historyUnavailable = (
  cause: ClickHouseUnavailable,
  away = 'The history of events and checks is temporarily unavailable. Try again in a moment.',
): ProblemError =>
  problem('unavailable', {
    detail: DETAILS[cause.reason] ?? away,
    headers: { 'retry-after': '5' },
    cause,
  })

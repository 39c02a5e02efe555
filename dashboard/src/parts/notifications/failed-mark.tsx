import { t } from '@lingui/core/macro'
/** Marks a failed delivery. Not red, because red means down, but still the most prominent item in the list. */
export function FailedMark() {
  return <span className="me-2 rounded bg-ink px-1.5 text-sm font-medium text-paper">{t`Failed`}</span>
}

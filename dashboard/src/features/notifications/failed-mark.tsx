import { t } from '@lingui/core/macro'
/** Before a delivery that failed. Not red, which means down: the heaviest thing in the list all the same. */
export function FailedMark() {
  return <span className="me-2 rounded bg-ink px-1.5 text-sm font-medium text-paper">{t`Failed`}</span>
}

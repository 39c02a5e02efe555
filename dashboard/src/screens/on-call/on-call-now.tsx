import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { OnCall } from '@sitewatch/sdk'
import { Time } from '../../ui/index.ts'

/** Has no colour: the text and its weight are enough. */
function NobodyMark() {
  return <strong className="font-medium">{t`Nobody`}</strong>
}

export function OnCallNow({ onCall: { now, next } }: { onCall: OnCall }) {
  const isLast = next === null
  return (
    <span className="wrap-anywhere">
      {now.member === null ? <NobodyMark /> : now.member.name}
      {now.is_override && ` (${t`override`})`}
      {!isLast && (
        <span className="text-soft">
          {' '}
          <Trans>
            until <Time at={now.ends_at} as="minute" />
          </Trans>
        </span>
      )}
    </span>
  )
}

export function OnCallNext({ onCall: { next } }: { onCall: OnCall }) {
  if (next === null) return <span className="text-soft">{t`No change planned`}</span>
  return (
    <span className="wrap-anywhere">
      {next.member === null ? <NobodyMark /> : next.member.name}{' '}
      <span className="text-soft">
        <Trans>
          from <Time at={next.starts_at} as="minute" />
        </Trans>
      </span>
    </span>
  )
}

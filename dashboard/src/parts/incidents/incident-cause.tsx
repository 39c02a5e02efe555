import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Incident } from '@sitewatch/sdk'
import { Status } from '../../ui/index.ts'
import { CAUSE_NAMES } from './cause-names.ts'

export const describeIncident = ({ status, kind }: Pick<Incident, 'status' | 'kind'>) =>
  status === 'resolved' ? (
    <Status name="up">{t`Resolved`}</Status>
  ) : (
    <Status name="down">
      {kind === 'traffic'
        ? status === 'open'
          ? t`Traffic drop`
          : t`Traffic drop, acknowledged`
        : status === 'open'
          ? t`Down`
          : t`Down, acknowledged`}
    </Status>
  )

/** "Unexpected status code 503" */
export function Cause({ cause }: Pick<Incident, 'cause'>) {
  return (
    <>
      {i18n._(CAUSE_NAMES[cause.kind])}
      {cause.http_status !== null && (
        <>
          {' '}
          <span className="figures">{cause.http_status}</span>
        </>
      )}
    </>
  )
}

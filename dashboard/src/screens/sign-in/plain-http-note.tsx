import { t } from '@lingui/core/macro'
import { Notice } from '../../ui/index.ts'

/** Some people use plain HTTP at home, and should know the risk. */
export function PlainHttpNote() {
  if (isSecureContext) return null
  return (
    <Notice title={t`This connection is not encrypted (plain HTTP).`}>
      <p>
        {t`Anyone on the network can read your password and session cookie. Set up HTTPS before you use it over the internet.`}
      </p>
    </Notice>
  )
}

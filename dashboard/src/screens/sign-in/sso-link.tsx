import { t } from '@lingui/core/macro'
import { BASE_PATH, SSO_NAME } from '../../platform/page-facts.ts'
import { buttonClass } from '../../ui/index.ts'
import { readReturnPath } from './return-path.ts'

/** Leaves the app: the server sends the browser to the identity provider, which sends it back. */
export function SsoLink({ returnTo, kind }: { returnTo: string | undefined; kind: 'primary' | 'plain' }) {
  const query = new URLSearchParams({ return: readReturnPath(returnTo) })
  return (
    <div>
      <a className={buttonClass(kind)} href={`${BASE_PATH}/sso/start?${query.toString()}`}>
        {t`Sign in with ${SSO_NAME}`}
      </a>
    </div>
  )
}

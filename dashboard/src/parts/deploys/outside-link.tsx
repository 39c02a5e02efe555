import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

/** A link to a URL that a user entered. The API accepts only http and https. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="link wrap-anywhere">
      {children}
      <span aria-hidden> ↗</span>
      <span className="sr-only"> {t`(opens in a new tab)`}</span>
    </a>
  )
}

import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useCurrentTeam, useIsGuest } from './roles.ts'

/** Until the role is known, false: most people are editors. */
export function useIsReader(): boolean {
  const role = useCurrentTeam()?.role
  return role === 'viewer' || role === 'guest'
}

/** What only those can use who may change the team's data. */
export function ForEditors({ children }: { children: ReactNode }) {
  return useIsReader() ? null : children
}

/** What the server tells everybody in the team but guests. */
export function NotForGuests({ children }: { children: ReactNode }) {
  return useIsGuest() ? null : children
}

/** What everybody sees and editors change: a viewer finds it disabled, and reads how to get further. */
export function ChangedByEditors({ children }: { children: ReactNode }) {
  if (!useIsReader()) return children
  return (
    <>
      <p className="mb-5 text-soft">{t`You can view this. To change it, ask an admin of the team for the role Editor.`}</p>
      <fieldset disabled className="contents">
        {children}
      </fieldset>
    </>
  )
}

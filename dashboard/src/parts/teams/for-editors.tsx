import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useCurrentTeam, useIsGuest } from '../../data/teams/roles.ts'

/** False until the role is known, because most users are editors. */
export function useIsReader(): boolean {
  const role = useCurrentTeam()?.role
  return role === 'viewer' || role === 'guest'
}

/** Renders its children only for users who may change the data of the team. */
export function ForEditors({ children }: { children: ReactNode }) {
  return useIsReader() ? null : children
}

/** Hides its children from guests, because the server does not return this data to them. */
export function NotForGuests({ children }: { children: ReactNode }) {
  return useIsGuest() ? null : children
}

/** Shows its children to everybody. Viewers see them disabled, with a note on how to get the permission to edit. */
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

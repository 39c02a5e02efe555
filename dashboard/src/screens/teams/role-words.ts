import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TeamRole } from '../../data/teams/roles.ts'

interface RoleTexts {
  label: MessageDescriptor
  hint: MessageDescriptor
}

/** Most permissions first, in the order of the API. */
export const ROLES: Readonly<Record<TeamRole, RoleTexts>> = {
  owner: { label: msg`Owner`, hint: msg`Everything, including deleting the team` },
  admin: { label: msg`Admin`, hint: msg`Also manages members, invitations and team settings` },
  editor: { label: msg`Editor`, hint: msg`Also adds and changes websites, monitors, providers and status pages` },
  viewer: { label: msg`Viewer`, hint: msg`Sees everything, changes nothing` },
  guest: { label: msg`Guest`, hint: msg`Sees the websites you choose, and their monitors` },
}

export const ROLE_NAMES = Object.keys(ROLES) as TeamRole[]

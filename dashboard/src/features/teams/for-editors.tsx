import type { ReactNode } from 'react'
import { useCurrentTeam } from './roles.ts'

/** What only those can use who may change the team's data. Until the role is known, it is there: most people are editors. */
export function ForEditors({ children }: { children: ReactNode }) {
  const role = useCurrentTeam()?.role
  return role === 'viewer' || role === 'guest' ? null : children
}

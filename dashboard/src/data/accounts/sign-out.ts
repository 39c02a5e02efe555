import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, isUnauthenticated } from '../../platform/api.ts'
import { toast } from '../../ui/toast.tsx'

/** Ends the session on the server and at the identity provider, and clears the cached data. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    try {
      const { logout_url } = await api.session.remove()
      // The identity provider sends the browser back to the sign-in page.
      if (logout_url !== null) return location.assign(logout_url)
    } catch (error) {
      if (!isUnauthenticated(error)) return toast(t`You are still signed in. Try again.`)
    }
    await navigate({ to: '/sign-in' })
    client.clear()
  }
}

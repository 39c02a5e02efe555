import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, isUnauthenticated } from '../../api.ts'

/** Ends the session here and on the server; what was loaded for it is forgotten. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    try {
      await api.session.remove()
    } catch (error) {
      if (!isUnauthenticated(error)) throw error
    }
    await navigate({ to: '/sign-in' })
    client.clear()
  }
}

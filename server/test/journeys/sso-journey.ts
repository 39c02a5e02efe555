import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider.ts'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'

/** A service under /watch that has an account and signs in at an identity provider. */
export async function startSsoJourney() {
  let provider: IdentityProvider | undefined
  const journey = await startJourney({
    path: '/watch',
    env: { SITEWATCH_SIGNUP: 'open' },
    envFor: async (base_url) => {
      provider = await startIdentityProvider(base_url)
      return provider.env
    },
  })
  if (!provider) throw new Error('no provider')
  await journey.app.makeUser()
  /** The redirect of the browser to the provider is intended. */
  const open = async (at: string, cookie?: string): Promise<Visit> => {
    const visit = await journey.open({ at, ...(cookie !== undefined && { cookie }) })
    visit.allowError(/asked another host: http:\/\/127\.0\.0\.1:\d+\/(auth|interaction|session|favicon)/)
    visit.allowError(/favicon/)
    return visit
  }
  return { app: journey.app, provider, open }
}

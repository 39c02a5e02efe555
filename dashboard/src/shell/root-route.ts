import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { isUnauthenticated } from '../platform/api.ts'
import { sessionQuery } from '../data/accounts/queries.ts'
import { adoptLanguage } from '../platform/language.ts'
import { lazyScreen } from '../platform/lazy.tsx'
import { SIGN_UP } from '../platform/page-facts.ts'
import { Bare } from './bare.tsx'
import { BrokenScreen, MissingScreen } from './broken-screen.tsx'

interface Context {
  queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<Context>()({
  notFoundComponent: MissingScreen,
  errorComponent: BrokenScreen,
})

/** Redirects to the sign-in if there is no session, and back afterwards. */
export async function requireSession({ context, location }: { context: Context; location: { href: string } }) {
  try {
    const { user } = await context.queryClient.ensureQueryData(sessionQuery)
    await adoptLanguage(user.language)
  } catch (error) {
    if (!isUnauthenticated(error)) throw error
    if (SIGN_UP === 'first') throw redirect({ to: '/sign-up' })
    throw redirect({ to: '/sign-in', search: { return: location.href === '/' ? undefined : location.href } })
  }
}

const shell = lazyScreen(() => import('./shell.tsx'), 'Shell')

/** The frame with the navigation, for signed-in users. Route IDs of its children: `/app/websites`. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: shell,
  beforeLoad: async (match) => {
    // Loaded together with the session, not after it.
    void shell.preload?.()
    await requireSession(match)
  },
})

/** For sign-in and onboarding: one column, no navigation. */
export const bareRoute = createRoute({ getParentRoute: () => rootRoute, id: 'bare', component: Bare })

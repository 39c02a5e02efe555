import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readChoice, readCount } from '../../platform/search-params.ts'
import { bareRoute, requireSession } from '../../shell/root-route.ts'
import { lazyScreen } from '../../platform/lazy.tsx'

const STEPS = ['website', 'snippet', 'watch', 'alert'] as const

const onboardingScreen = () => import('./onboarding-screen.tsx')

export const onboardingRoutes = [
  createRoute({
    getParentRoute: () => bareRoute,
    path: '/welcome',
    beforeLoad: requireSession,
    validateSearch: (
      search: RawSearch,
    ): { step?: (typeof STEPS)[number] | undefined; website?: number | undefined; monitor?: number | undefined } => ({
      step: readChoice(search['step'], STEPS),
      website: readCount(search['website']),
      monitor: readCount(search['monitor']),
    }),
    loaderDeps: ({ search }) => search,
    // Loaded before the step is painted, so that the layout does not shift.
    loader: async ({ context, deps }) => (await onboardingScreen()).loadStep(context.queryClient, deps),
    component: lazyScreen(onboardingScreen, 'OnboardingScreen'),
  }),
] as const

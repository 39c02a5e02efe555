import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readChoice, readCount } from '../../platform/search-params.ts'
import { bareRoute, requireSession } from '../../shell/root-route.ts'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { loadStep } from '../../data/onboarding/queries.ts'

const STEPS = ['website', 'snippet', 'watch', 'alert'] as const

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
    loader: ({ context, deps }) => loadStep(context.queryClient, deps),
    component: lazyScreen(() => import('./onboarding-screen.tsx'), 'OnboardingScreen'),
  }),
] as const

import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { appRoute } from '../../shell/root-route.ts'

export const escalationRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications/escalation',
    component: lazyScreen(() => import('./policies-screen.tsx'), 'PoliciesScreen'),
  }),
  // `new` shows the form for a new policy.
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications/escalation/$policyId',
    loader: async ({ context, params }) =>
      (await import('./load-policy.ts')).loadPolicy(context.queryClient, params.policyId),
    component: lazyScreen(() => import('./policy-screen.tsx'), 'PolicyScreen'),
  }),
] as const

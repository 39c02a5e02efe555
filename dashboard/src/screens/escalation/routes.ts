import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../platform/lazy.tsx'
import { appRoute } from '../../shell/root-route.ts'

const policyScreen = () => import('./policy-screen.tsx')

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
    loader: async ({ context, params }) => (await policyScreen()).loadPolicy(context.queryClient, params.policyId),
    component: lazyScreen(policyScreen, 'PolicyScreen'),
  }),
] as const

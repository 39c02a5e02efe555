import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readText } from '../../platform/search-params.ts'
import { bareRoute } from '../../shell/root-route.ts'
import { lazyScreen } from '../../platform/lazy.tsx'

interface SignUpSearch {
  invitation?: string | undefined
  email?: string | undefined
  return?: string | undefined
}

export const signInRoutes = [
  createRoute({
    getParentRoute: () => bareRoute,
    path: '/sign-in',
    validateSearch: (search: RawSearch): { return?: string | undefined } => ({ return: readText(search['return']) }),
    component: lazyScreen(() => import('./sign-in-screen.tsx'), 'SignInScreen'),
  }),
  createRoute({
    getParentRoute: () => bareRoute,
    path: '/sign-up',
    validateSearch: (search: RawSearch): SignUpSearch => ({
      invitation: readText(search['invitation']),
      email: readText(search['email']),
      return: readText(search['return']),
    }),
    component: lazyScreen(() => import('./sign-up-screen.tsx'), 'SignUpScreen'),
  }),
  createRoute({
    getParentRoute: () => bareRoute,
    path: '/forgot-password',
    component: lazyScreen(() => import('./password-screens.tsx'), 'ForgotPasswordScreen'),
  }),
  createRoute({
    getParentRoute: () => bareRoute,
    path: '/reset-password',
    validateSearch: (search: RawSearch): { token?: string | undefined } => ({ token: readText(search['token']) }),
    component: lazyScreen(() => import('./password-screens.tsx'), 'ResetPasswordScreen'),
  }),
] as const

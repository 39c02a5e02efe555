import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { appRoute } from '../../shell/root-route.ts'

export const onCallRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications/on-call',
    loader: async ({ context }) => (await import('./load-schedule.ts')).loadSchedules(context.queryClient),
    component: lazyScreen(() => import('./schedules-screen.tsx'), 'SchedulesScreen'),
  }),
  // `new` shows the form for a new schedule.
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications/on-call/$scheduleId',
    loader: async ({ context, params }) =>
      (await import('./load-schedule.ts')).loadSchedule(context.queryClient, params.scheduleId),
    component: lazyScreen(() => import('./schedule-screen.tsx'), 'ScheduleScreen'),
  }),
] as const

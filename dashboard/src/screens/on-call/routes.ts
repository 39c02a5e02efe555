import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../platform/lazy.tsx'
import { appRoute } from '../../shell/root-route.ts'

const schedulesScreen = () => import('./schedules-screen.tsx')
const scheduleScreen = () => import('./schedule-screen.tsx')

export const onCallRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications/on-call',
    loader: async ({ context }) => (await schedulesScreen()).loadSchedules(context.queryClient),
    component: lazyScreen(schedulesScreen, 'SchedulesScreen'),
  }),
  // `new` shows the form for a new schedule.
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications/on-call/$scheduleId',
    loader: async ({ context, params }) =>
      (await scheduleScreen()).loadSchedule(context.queryClient, params.scheduleId),
    component: lazyScreen(scheduleScreen, 'ScheduleScreen'),
  }),
] as const

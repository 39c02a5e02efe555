import { lazyPart } from '../../platform/lazy.tsx'
import { Skeleton } from '../../ui/index.ts'

/** Larger than the screen around it. The route loads both before the first paint. */
export const ScheduleForm = lazyPart(
  async () => (await import('./schedule-form.tsx')).ScheduleForm,
  () => <Skeleton rows={8} />,
)

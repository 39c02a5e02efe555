import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/index.ts'
import type { ScheduleForm } from './schedule-form.tsx'

const Form = lazy(async () => ({ default: (await import('./schedule-form.tsx')).ScheduleForm }))

/** A separate chunk: the form is larger than the screen around it. */
export function LazyScheduleForm(props: ComponentProps<typeof ScheduleForm>) {
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <Form {...props} />
    </Suspense>
  )
}

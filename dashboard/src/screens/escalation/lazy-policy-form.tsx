import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/index.ts'
import type { PolicyForm } from './policy-form.tsx'

const Form = lazy(async () => ({ default: (await import('./policy-form.tsx')).PolicyForm }))

/** A separate chunk: the form is larger than the screen around it. */
export function LazyPolicyForm(props: ComponentProps<typeof PolicyForm>) {
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <Form {...props} />
    </Suspense>
  )
}

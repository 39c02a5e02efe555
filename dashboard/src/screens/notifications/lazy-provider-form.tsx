import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/index.ts'
import type { ProviderForm } from '../../parts/notifications/provider-form.tsx'

const Form = lazy(async () => ({ default: (await import('../../parts/notifications/provider-form.tsx')).ProviderForm }))

/** A separate chunk: the form is larger than the screen around it. */
export function LazyProviderForm(props: ComponentProps<typeof ProviderForm>) {
  return (
    <Suspense fallback={<Skeleton rows={6} />}>
      <Form {...props} />
    </Suspense>
  )
}

import { type ComponentProps, lazy, Suspense } from 'react'
import type { ObjectiveDialog } from './objective-form.tsx'

const Dialog = lazy(async () => ({ default: (await import('./objective-form.tsx')).ObjectiveDialog }))

/** A separate chunk, which is loaded when the dialog opens. */
export function LazyObjectiveDialog(props: ComponentProps<typeof ObjectiveDialog>) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}

import { lazyPart } from '../../platform/lazy.tsx'
import { Skeleton } from '../../ui/index.ts'

/** Larger than the screens around it. */
export const ProviderForm = lazyPart(
  async () => (await import('../../parts/notifications/provider-form.tsx')).ProviderForm,
  () => <Skeleton rows={6} />,
)

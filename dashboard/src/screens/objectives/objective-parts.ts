import { lazyPart } from '../../platform/lazy.tsx'

export const ObjectiveDialog = lazyPart(async () => (await import('./objective-form.tsx')).ObjectiveDialog)

import { lazyRouteComponent } from '@tanstack/react-router'

// Not in the first script. The route loads it before the first paint: with it, the header is taller on a phone.
export const TagFilter = lazyRouteComponent(() => import('./tag-filter.tsx'), 'TagFilter')

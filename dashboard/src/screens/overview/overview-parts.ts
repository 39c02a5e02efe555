import { lazyRouteComponent } from '@tanstack/react-router'

// Not in the initial script. The route loads it before the first paint, because it makes the header taller on a phone.
export const TagFilter = lazyRouteComponent(() => import('./tag-filter.tsx'), 'TagFilter')

import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense } from 'react'

/**
 * A screen, loaded by its route. The type of the screen is erased: a screen reads the parameters of its route, so a route type that
 * depends on the screen type would make both `any`. What the route loads before the first paint is exported by the same module.
 */
export const lazyScreen = <Name extends string>(load: () => Promise<Record<Name, unknown>>, name: Name) =>
  lazyRouteComponent(load as () => Promise<Record<string, ComponentType>>, name) as AsyncRouteComponent<object>

/**
 * A part of a screen with a script of its own, because it is large or below the first paint, and the screen has a budget of bytes. A route
 * that calls `preload` in its loader shows the part at once, so that the layout does not shift.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
  renderFallback: () => ReactNode = () => null,
) {
  const Part = lazyRouteComponent(async () => ({ default: await load() }))
  const LazyPart = (props: Props) => (
    <Suspense fallback={renderFallback()}>
      <Part {...props} />
    </Suspense>
  )
  return Object.assign(LazyPart, { preload: async () => Part.preload?.() })
}

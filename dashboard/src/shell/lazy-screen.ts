import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/**
 * A screen that is fetched when it is first shown. Its own type is left out of it: a screen reads the parameters of its
 * route, so a route whose type followed from the screen's would make both `any`.
 */
export const lazyScreen = <Name extends string>(load: () => Promise<Record<Name, unknown>>, name: Name) =>
  lazyRouteComponent(load as () => Promise<Record<Name, ComponentType>>, name)

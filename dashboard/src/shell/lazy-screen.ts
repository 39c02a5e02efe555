import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/**
 * A screen that is loaded when it is first shown. The type of the screen is erased: a screen reads the parameters of its route, so a
 * route type that depends on the screen type would make both `any`.
 */
export const lazyScreen = <Name extends string>(load: () => Promise<Record<Name, unknown>>, name: Name) =>
  lazyRouteComponent(load as () => Promise<Record<Name, ComponentType>>, name)

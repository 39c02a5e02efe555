import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Width of the element in CSS pixels: charts are drawn to it, so that text is never stretched. */
export function useWidth<T extends HTMLElement>(initial = 720): [RefObject<T | null>, number] {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(initial)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = (): void => setWidth(Math.max(160, Math.floor(element.clientWidth)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

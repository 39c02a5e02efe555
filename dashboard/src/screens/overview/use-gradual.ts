import { startTransition, useEffect, useState } from 'react'

const STEP_ROWS = 150

/**
 * The number of rows of a long list to render so far. The first screenful is painted at once. The rest follows in steps that user input can
 * interrupt, so that a thousand rows do not block the page.
 */
export function useGradualCount(count: number, first: number): number {
  const [shown, setShown] = useState(first)
  useEffect(() => {
    if (shown >= count) return undefined
    const timer = setTimeout(() => startTransition(() => setShown((before) => before + STEP_ROWS)), 16)
    return () => clearTimeout(timer)
  }, [shown, count])
  return Math.min(shown, count)
}

import { startTransition, useEffect, useState } from 'react'

const STEP = 150

/**
 * How many rows of a long list are there yet. The first screenful is painted at once; the others follow in steps that
 * give way to whatever the person does, so that a thousand rows cost nobody a second.
 */
export function useGradual(count: number, first: number): number {
  const [shown, setShown] = useState(first)
  useEffect(() => {
    if (shown >= count) return undefined
    const timer = setTimeout(() => startTransition(() => setShown((before) => before + STEP)), 16)
    return () => clearTimeout(timer)
  }, [shown, count])
  return Math.min(shown, count)
}

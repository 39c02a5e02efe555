import { useEffect, useState } from 'react'
import { MINUTE_MS } from '@sitewatch/contract/durations'

const readMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

/** The current minute, or the minute of the given time. */
export function useNow(given: number | undefined): number {
  const [minute, setMinute] = useState(readMinute)
  useEffect(() => {
    const timer = setInterval(() => setMinute(readMinute()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return given === undefined ? minute : Math.floor(given / MINUTE_MS) * MINUTE_MS
}

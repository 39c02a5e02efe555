;(() => {
  const sitewatch = window.sitewatch
  if (!sitewatch?.l) return

  const vitals: WebVitals = {}
  const observers: (() => void)[] = []
  const durations = new Map<number, number>()
  let windowScore = 0
  let windowStart = 0
  let lastShift = 0

  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Times count from the moment a prerendered page is shown: before that, no visitor waits for it.
  const sinceShown = (ms: number) => Math.round(Math.max(0, ms - (navigation?.activationStart ?? 0)))

  const observe = (type: string, take: (entry: never) => void) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
    const takeAll = (entries: PerformanceEntryList) => (entries as never[]).forEach(take)
    const observer = new PerformanceObserver((list) => takeAll(list.getEntries()))
    observer.observe({ type, buffered: true, durationThreshold: 40 })
    observers.push(() => {
      takeAll(observer.takeRecords())
      observer.disconnect()
    })
  }

  const takeShift = (shift: LayoutShift) => {
    if (shift.hadRecentInput) return
    if (shift.startTime - lastShift > 1e3 || shift.startTime - windowStart > 5e3) {
      windowScore = 0
      windowStart = shift.startTime
    }
    lastShift = shift.startTime
    windowScore += shift.value
    vitals.cls = Math.max(vitals.cls ?? 0, Math.round(windowScore * 1e4) / 1e4)
  }

  const takeInteraction = ({ interactionId, duration }: PerformanceEventTiming) => {
    if (interactionId) durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0))
  }

  if (navigation?.responseStart) vitals.ttfb = sinceShown(navigation.responseStart)
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) vitals.cls = 0
  observe('paint', (paint: PerformanceEntry) => {
    if (paint.name == 'first-contentful-paint') vitals.fcp = sinceShown(paint.startTime)
  })
  observe('largest-contentful-paint', (paint: PerformanceEntry) => (vitals.lcp = sinceShown(paint.startTime)))
  observe('layout-shift', takeShift)
  observe('event', takeInteraction)
  observe('first-input', takeInteraction)

  // Read when the page is first hidden or left: that is when these figures are final enough to compare.
  sitewatch.v = () => {
    delete sitewatch.v
    for (const finish of observers) finish()
    const slowest = [...durations.values()].sort((a, b) => b - a)
    // The 98th percentile: one interaction in fifty may be slower.
    const skipped = Math.floor((performance.interactionCount ?? slowest.length) / 50)
    const inp = slowest[Math.min(slowest.length - 1, skipped)]
    if (inp != null) vitals.inp = Math.round(inp)
    return vitals
  }
})()

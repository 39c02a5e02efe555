import type { TrackerEvent } from '../../../../tracker/src/payload.ts'

/**
 * One line for each event, `<page view>.<event> <kind> <path> …`. Page views are numbered in the order of arrival, because requests
 * of two pages may overtake each other.
 */
export function describeEvents(events: TrackerEvent[], site: string): string[] {
  const pageviews = [...new Set(events.filter((event) => event.n === 'pageview').map((event) => event.i))]
  return events
    .map((event) => ({ event, pageview: pageviews.indexOf(event.i) + 1 }))
    .sort((a, b) => a.pageview - b.pageview || a.event.k - b.event.k)
    .map(({ event, pageview }) => {
      const line = `${pageview}.${event.k} ${event.n} ${event.u} ${describeDetail(event)}`
      return line.replaceAll(site, '').trim()
    })
}

function describeDetail(event: TrackerEvent): string {
  switch (event.n) {
    case 'pageview':
      return event.r && `from ${event.r}`
    case 'outbound':
    case 'download':
      return `to ${event.l}`
    case 'event':
      return [event.a, event.p && JSON.stringify(event.p), event.$ && `${event.$.amount} ${event.$.currency}`]
        .filter(Boolean)
        .join(' ')
    default:
      return ''
  }
}

import { FIRST_DAY, LAST_DAY } from './data.ts'

const PERIOD = `period=custom&from=${FIRST_DAY}&to=${LAST_DAY}`
export const FILTER = `filters=${encodeURIComponent('["is","country","DE"]')}`

/** The first queries of the website screen. */
export const DASHBOARD = [
  `summary?${PERIOD}&compare=none`,
  `series?${PERIOD}&interval=day`,
  ...['page', 'entry', 'source', 'country', 'device', 'browser', 'event'].map(
    (dimension) => `breakdown?${PERIOD}&dimension=${dimension}&per_page=10`,
  ),
]

/** Further queries of the website screen: comparisons, the other tabs of its panels, and the list of all pages. */
export const PANELS = [
  `summary?${PERIOD}&compare=previous`,
  ...['channel', 'referrer', 'utm_campaign', 'exit', 'language', 'system', 'property'].map(
    (dimension) => `breakdown?${PERIOD}&dimension=${dimension}&per_page=10`,
  ),
  `breakdown?${PERIOD}&dimension=page&per_page=25&include=bounce_percent`,
  `vitals?${PERIOD}`,
]

/** The metrics above the chart, by their names in the API. */
export const METRICS = [
  'visitors',
  'visits',
  'pageviews',
  'views_per_visit',
  'bounce_percent',
  'visit_seconds',
] as const
export type Metric = (typeof METRICS)[number]

export const DEFAULT_METRIC: Metric = 'visitors'

import type { DeployMetricName } from '@sitewatch/contract'

export interface Metric {
  /** `log`: of the mean of logarithms, so a difference is a ratio. `share`: of visitors or hours, the values are 0 and 1. */
  readonly kind: 'log' | 'share'
  /** What effects and margins are in: percent of before, or percentage points. */
  readonly unit: 'percent' | 'points'
  readonly is_more_better: boolean
  /** Within this, in the unit, a difference does not matter. */
  readonly margin: number
  /** The difference that is found soonest, as a part of before (percent) or of one (points). */
  readonly scale: number
  readonly min_after: number
  readonly min_before: number
  /** For a share: how many events, before and after together, are needed before a difference counts. */
  readonly min_events: number
}

const VITAL: Metric = {
  kind: 'log',
  unit: 'percent',
  is_more_better: false,
  margin: 10,
  scale: 0.1,
  min_after: 30,
  min_before: 100,
  min_events: 0,
}

export const METRICS: Readonly<Record<DeployMetricName, Metric>> = {
  lcp: VITAL,
  inp: { ...VITAL },
  cls: { ...VITAL },
  ttfb: { ...VITAL },
  fcp: { ...VITAL },
  not_found: { ...VITAL, kind: 'share', unit: 'points', margin: 1, scale: 0.01, min_events: 10 },
  goal: { ...VITAL, kind: 'share', is_more_better: true, scale: 0.15, min_events: 20 },
  // By the hour: consecutive checks are much alike, so each of them adds little.
  response_time: { ...VITAL, min_after: 6, min_before: 30 },
  // An outage fills hours in a row. With fewer failed hours, one outage by chance would be enough.
  failures: {
    ...VITAL,
    kind: 'share',
    unit: 'points',
    margin: 5,
    scale: 0.3,
    min_after: 6,
    min_before: 30,
    min_events: 5,
  },
}

export const MAX_GOALS_COMPARED = 5
/** Each metric once and the maximum number of goals: the error rate is divided among all of them, whether they have data or not. */
const TESTS_PER_WEBSITE = Object.keys(METRICS).length - 1 + MAX_GOALS_COMPARED
const MAX_ERROR_RATE = 0.05

/** The error rate of one metric, for a deploy that concerns this number of websites. */
export const alphaOf = (websites: number): number => MAX_ERROR_RATE / (TESTS_PER_WEBSITE * Math.max(1, websites))

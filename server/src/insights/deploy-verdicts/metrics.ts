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
  /** Of a share: how many of both together must have happened before a difference is believed. */
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
  // By the hour: checks that follow each other are much alike, so each of them tells little.
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
/** Every metric but goals once, and so many goals: the chance of being wrong is divided among them all, whether there is data for them or not. */
const TESTS_OF_WEBSITE = Object.keys(METRICS).length - 1 + MAX_GOALS_COMPARED
const WRONG_AT_MOST = 0.05

/** Of one metric of a deploy that concerns so many websites. */
export const alphaOf = (websites: number): number => WRONG_AT_MOST / (TESTS_OF_WEBSITE * Math.max(1, websites))

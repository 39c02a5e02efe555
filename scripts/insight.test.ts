import { describe, expect, it } from 'vitest'
import { simulateSiteYear } from '../bench/insight/traffic.ts'
import { quantile, shareOf } from '../bench/insight/years.ts'

/** Two years of the many in `npm run bench -- insight`: enough to fail when a constant of the model no longer fits. */
describe('expected traffic in simulated years', () => {
  const years = [701, 702].map((seed) => simulateSiteYear({ seed, rate: 600, every: 9, isWatched: false }))
  const losses = years.flatMap((year) => year.losses)
  const total = years.flatMap((year) => year.detections).filter(({ kind }) => kind === 'total')

  it('gives a range that contains the true number of lost visits in 85 to 96 % of outages', () => {
    expect(losses.length).toBeGreaterThan(150)
    expect(shareOf(losses.map(({ covered }) => covered))).toBeGreaterThan(0.85)
    expect(shareOf(losses.map(({ covered }) => covered))).toBeLessThan(0.96)
  })

  it('estimates lost visits with a median error below 15 %', () => {
    const errors = losses.filter(({ lost }) => lost > 0).map(({ lost, estimated }) => Math.abs(estimated - lost) / lost)
    expect(quantile(errors, 0.5)).toBeLessThan(0.15)
  })

  it('detects that visits stopped within 12 minutes in 90 % of outages', () => {
    const busy = total.filter(({ visits_an_hour }) => visits_an_hour >= 200).map(({ minutes }) => minutes)
    expect(busy.length).toBeGreaterThan(20)
    expect(quantile(busy, 0.9)).toBeLessThanOrEqual(12)
  })
})

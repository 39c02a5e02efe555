import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { buildModel, type TrafficModel } from '../expected-traffic/index.ts'
import { estimateImpact, judgeTrafficCheck, planTrafficCheck } from './estimate.ts'

/** After nine weeks of history. */
const DOWN_MS = Date.UTC(2026, 2, 10, 9)

function modelOf(visits: number, weeks = 9): TrafficModel {
  const history = Array.from({ length: weeks * 168 }, (_, index) => ({
    hour_ms: DOWN_MS - (weeks * 168 - index) * HOUR_MS,
    visits: Math.round(visits * (1 + 0.1 * Math.sin(index * 1.7))),
  }))
  const model = buildModel(history, { timezone: 'UTC', disturbed: [] })
  if (!model) throw new Error('no model')
  return model
}

const outageOf = (minutes: number) => ({ from_ms: DOWN_MS, to_ms: DOWN_MS + minutes * MINUTE_MS })

describe('estimateImpact', () => {
  it('estimates the loss as the expected visitors minus those who came, with a range', () => {
    const impact = estimateImpact(modelOf(120), outageOf(60), { outage: 12, traffic_check: 0 })
    expect(impact).toMatchObject({ visitors_seen: 12, basis: '9 weeks', traffic_check: { verdict: 'traffic_gone' } })
    expect(impact.visitors_expected).toBeGreaterThan(112)
    expect(impact.visitors_expected).toBeLessThan(128)
    expect(impact.visitors_lost).toBe(impact.visitors_expected - 12)
    expect(impact.visitors_lost_low).toBeLessThan(impact.visitors_lost - 10)
    expect(impact.visitors_lost_high).toBeGreaterThan(impact.visitors_lost + 10)
  })

  it('never returns a negative loss', () => {
    expect(estimateImpact(modelOf(120), outageOf(60), { outage: 900, traffic_check: 90 })).toMatchObject({
      visitors_lost: 0,
      visitors_lost_low: 0,
      visitors_lost_high: 0,
    })
    const little = estimateImpact(modelOf(120), outageOf(60), { outage: 122, traffic_check: 12 })
    expect(little).toMatchObject({ visitors_lost_low: 0 })
    expect(little.visitors_lost_high).toBeGreaterThan(0)
  })

  it('says how many weeks it is based on, twelve at most', () => {
    const basisOf = (weeks: number) =>
      estimateImpact(modelOf(60, weeks), outageOf(1), { outage: 0, traffic_check: 0 }).basis
    expect([2, 5, 20].map(basisOf)).toEqual(['2 weeks', '5 weeks', '12 weeks'])
  })

  it('checks the traffic of the first five minutes, and only when it lasted that long', () => {
    expect(planTrafficCheck(outageOf(4.9))).toBeNull()
    expect(planTrafficCheck(outageOf(120))).toEqual(outageOf(5))
    expect(estimateImpact(modelOf(120), outageOf(4), { outage: 0, traffic_check: 0 }).traffic_check).toBeNull()
  })
})

describe('judgeTrafficCheck', () => {
  it.each([
    [0, 4.9, 'inconclusive'],
    [40, 4, 'inconclusive'],
    [0, 5, 'traffic_gone'],
    [4, 20, 'traffic_gone'],
    [5, 20, 'inconclusive'],
    [11, 20, 'inconclusive'],
    [12, 20, 'traffic_normal'],
    [60, 20, 'traffic_normal'],
  ])('judges %i visitors where %d are usual as %s', (seen, visits, verdict) => {
    expect(judgeTrafficCheck(seen, { visits, low: visits / 2, high: 2 * visits }).verdict).toBe(verdict)
  })

  it('does not call traffic below the range normal', () => {
    expect(judgeTrafficCheck(650, { visits: 1000, low: 900, high: 1100 }).verdict).toBe('inconclusive')
  })
})

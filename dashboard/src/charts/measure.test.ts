import { i18n } from '@lingui/core'
import { expect, it, onTestFinished } from 'vitest'
import { describeMeasureChange, formatMeasure, writeMeasure } from './measure.ts'
import { formatTick, listMeasureTicks } from './measure-ticks.ts'

it('formatMeasure writes each kind of value in its unit', () => {
  expect([
    formatMeasure('count', 1234),
    formatMeasure('ratio', 2),
    formatMeasure('percent', 41.25),
    formatMeasure('seconds', 133),
    formatMeasure('seconds', null),
  ]).toEqual(['1,234', '2.0', '41.3 %', '2 min 13 s', '–'])
})

it('writeMeasure uses the format of the measure, also for negative values', () => {
  const revenue = { name: { id: 'revenue' }, kind: 'count', format: (value: number) => `€${value.toFixed(2)}` } as const
  expect([12.5, -3, null].map((value) => writeMeasure(revenue, value))).toEqual(['€12.50', '€-3.00', '–'])
})

it('listMeasureTicks uses round steps of the unit', () => {
  const ticks = (kind: Parameters<typeof listMeasureTicks>[0], max: number): string[] =>
    listMeasureTicks(kind, max, 4).values.map((value) => formatTick(kind, value))
  expect(ticks('percent', 63)).toEqual(['0 %', '25 %', '50 %', '75 %', '100 %'])
  expect(ticks('percent', 18)).toEqual(['0 %', '5 %', '10 %', '15 %', '20 %'])
  expect(ticks('seconds', 133)).toEqual(['0 s', '1 min', '2 min', '3 min'])
  expect(ticks('seconds', 100)).toEqual(['0 s', '30 s', '1 min', '1.5 min', '2 min'])
  expect(ticks('ratio', 2.4)).toEqual(['0', '1', '2', '3'])
  expect(ticks('count', 119_900)).toEqual(['0', '50k', '100k', '150k'])
})

it('describeMeasureChange compares percentages in points and everything else in percent', () => {
  expect([describeMeasureChange('percent', 40, 35), describeMeasureChange('seconds', 90, 60)]).toEqual([
    '↑ 5 points',
    '↑ 50 %',
  ])
})

it('measures are written with the decimal separator of the language', () => {
  onTestFinished(() => i18n.activate('en'))
  i18n.loadAndActivate({ locale: 'de', messages: {} })
  expect([formatMeasure('ratio', 2), formatTick('seconds', 90), formatTick('percent', 2.5)]).toEqual([
    '2,0',
    '1,5 min',
    '2,5 %',
  ])
  expect(describeMeasureChange('percent', 40, 35.2)).toBe('↑ 4,8 points')
})

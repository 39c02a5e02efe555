import { expect, it } from 'vitest'
import { findObservedSpans, placeSpans } from './day-marks.ts'

const day = { from: Date.parse('2026-07-20T00:00:00.000Z'), to: Date.parse('2026-07-21T00:00:00.000Z') }

it('clips outages to the day, and ends an ongoing outage now', () => {
  expect(
    placeSpans(
      [
        ['2026-07-19T20:00:00.000Z', '2026-07-20T06:00:00.000Z'],
        ['2026-07-20T12:00:00.000Z', '2026-07-20T18:00:00.000Z'],
        ['2026-07-20T21:00:00.000Z', null],
      ],
      day,
    ),
  ).toEqual([
    { start: 0, end: 0.25 },
    { start: 0.5, end: 0.75 },
    { start: 0.875, end: 1 },
  ])
})

it('finds the observed spans between the gaps', () => {
  expect(findObservedSpans([])).toEqual([{ start: 0, end: 1 }])
  expect(findObservedSpans([{ start: 0, end: 1 }])).toEqual([])
  expect(
    findObservedSpans([
      { start: 0, end: 0.25 },
      { start: 0.5, end: 0.75 },
    ]),
  ).toEqual([
    { start: 0.25, end: 0.5 },
    { start: 0.75, end: 1 },
  ])
})

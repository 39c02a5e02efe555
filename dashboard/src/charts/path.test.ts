import { describe, expect, it } from 'vitest'
import { drawBand, drawLine, drawNotchedBar, drawStepArea, drawSteps, splitRuns } from './path.ts'

const steps = [
  { x0: 0, x1: 10, y: 5 },
  { x0: 10, x1: 20, y: 8 },
  { x0: 20, x1: 30, y: null },
  { x0: 30, x1: 40, y: 1.006 },
]

describe('splitRuns', () => {
  it('breaks at gaps', () => {
    expect(splitRuns(steps).map((run) => run.length)).toEqual([2, 1])
    expect(splitRuns([{ y: null }])).toEqual([])
  })
})

describe('paths', () => {
  it('of steps have gaps', () => {
    expect(drawSteps(steps)).toBe('M0 5H10V8H20M30 1.01H40')
    expect(drawStepArea(steps, 50)).toBe('M0 5H10V8H20V50H0ZM30 1.01H40V50H30Z')
  })

  it('of lines show a single point between gaps as a dash', () => {
    const points = [
      { x: 0, y: 1 },
      { x: 5, y: 2 },
      { x: 10, y: null },
      { x: 15, y: 3 },
    ]
    expect(drawLine(points)).toBe('M0 1L5 2M14 3h2')
  })

  it('of bands fill the area between two lines', () => {
    const points = [
      { x: 0, low: 9, high: 5 },
      { x: 5, low: 8, high: 4 },
      { x: 10, low: null, high: null },
    ]
    expect(drawBand(points)).toBe('M0 5L5 4L5 8L0 9Z')
  })

  it('of notched bars keep the notch within the bar, however thin it is', () => {
    expect(drawNotchedBar(10, 0, 20, 24)).toBe('M10 0H16L20 4L24 0H30V24H10Z')
    expect(drawNotchedBar(10, 0, 2, 24)).toBe('M10 0H10L11 2L12 0H12V24H10Z')
  })
})

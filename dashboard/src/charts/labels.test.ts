import { describe, expect, it } from 'vitest'
import { placeLabels } from './labels.ts'

const room = { from: 0, to: 200, charWidth: 7 }

describe('placeLabels', () => {
  it('keeps labels inside and apart, and places the one with the greatest weight first', () => {
    const placed = placeLabels(
      [
        { id: 'light', x: 60, texts: ['−12 visitors', '−12'], weight: 12 },
        { id: 'heavy', x: 5, texts: ['−120 visitors', '−120'], weight: 120 },
      ],
      room,
    )
    expect(placed).toEqual([{ id: 'heavy', text: '−120 visitors', x: 0, width: 91 }])
  })

  it('uses the shorter text where the long one does not fit', () => {
    const placed = placeLabels(
      [
        { id: 'a', x: 50, texts: ['−120 visitors', '−120'], weight: 120 },
        { id: 'b', x: 130, texts: ['−12 visitors', '−12'], weight: 12 },
      ],
      room,
    )
    expect(placed.map(({ text }) => text)).toEqual(['−120 visitors', '−12'])
  })

  it('returns no labels if there is no room at all', () => {
    expect(
      placeLabels([{ id: 'a', x: 5, texts: ['long label'], weight: 1 }], { from: 0, to: 20, charWidth: 7 }),
    ).toEqual([])
  })
})

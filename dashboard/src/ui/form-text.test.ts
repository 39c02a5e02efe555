import { describe, expect, it } from 'vitest'
import { readHeaders, readList, readScalar, writeHeaders, writeScalar } from './form-text.ts'

it('readList reads codes and ranges with any separator', () => {
  expect(readList('200-299, 304  418,')).toEqual(['200-299', '304', '418'])
  expect(readList(' ')).toEqual([])
})

it('readHeaders reads one header per line, as writeHeaders writes them', () => {
  const text = 'Authorization: Bearer a:b\nX-Empty:\n\n Accept : text/html '
  expect(readHeaders(text)).toEqual({ Authorization: 'Bearer a:b', 'X-Empty': '', Accept: 'text/html' })
  expect(readHeaders(writeHeaders({ A: '…cret', B: 'x: y' }))).toEqual({ A: '…cret', B: 'x: y' })
})

describe('a value of any type', () => {
  it.each(['text', 'two words', 12, -0.5, true, false, '12', 'true', 'null', '"quoted"', '[1]', '{'])(
    'is read as the same value that was written: %j',
    (value) => {
      expect(readScalar(writeScalar(value))).toBe(value)
    },
  )

  it('is null when nothing is typed', () => {
    expect(readScalar('')).toBeNull()
  })
})

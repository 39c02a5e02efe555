import { expect, it } from 'vitest'
import { keyRows, moveRow, nextKey, readNumber } from './rows.ts'

it('moves a row and leaves the others in their order', () => {
  expect(moveRow(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveRow(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
})

it('moves nothing beyond the first and the last place', () => {
  expect(moveRow(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moveRow(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
})

it('gives a new row a key that no other row has', () => {
  const rows = keyRows([{ name: 'a' }, { name: 'b' }])
  expect(nextKey(rows)).toBe(2)
  expect(nextKey(rows.toReversed())).toBe(2)
  expect(nextKey([])).toBe(0)
})

it('leaves to the server what is no number', () => {
  expect(readNumber('12')).toBe(12)
  expect(readNumber('')).toBe('')
  expect(readNumber('soon')).toBe('soon')
})

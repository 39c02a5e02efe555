import { expect, it } from 'vitest'
import { keyRows, moveRow, nextKey, readNumber } from './rows.ts'

it('moveRow moves a row and keeps the order of the others', () => {
  expect(moveRow(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveRow(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
})

it('moveRow moves nothing beyond the first and the last position', () => {
  expect(moveRow(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moveRow(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
})

it('nextKey returns a key that no other row has', () => {
  const rows = keyRows([{ name: 'a' }, { name: 'b' }])
  expect(nextKey(rows)).toBe(2)
  expect(nextKey(rows.toReversed())).toBe(2)
  expect(nextKey([])).toBe(0)
})

it('readNumber returns an invalid number as typed, for the server to reject', () => {
  expect(readNumber('12')).toBe(12)
  expect(readNumber('')).toBe('')
  expect(readNumber('soon')).toBe('soon')
})

import { expect, it } from 'vitest'
import { formatRate } from './objective-words.ts'

it('writes a burn rate below ten with one decimal', () => {
  expect([1.44, 2, 14.4, 0, null].map(formatRate)).toEqual(['1.4×', '2×', '14×', '0×', '–'])
})

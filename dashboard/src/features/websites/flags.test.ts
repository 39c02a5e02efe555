import { expect, it } from 'vitest'
import { flagOf } from './flags.ts'

it('writes a country as the two letters of its flag', () => {
  expect([flagOf('DE'), flagOf('US'), flagOf(''), flagOf('<b>')]).toEqual(['🇩🇪', '🇺🇸', '', ''])
})

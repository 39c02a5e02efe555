import { expect, it } from 'vitest'
import { flagOf } from './flags.ts'

it('converts a country code to the two letters of its flag', () => {
  expect([flagOf('DE'), flagOf('US'), flagOf(''), flagOf('<b>')]).toEqual(['🇩🇪', '🇺🇸', '', ''])
})

import { expect, it } from 'vitest'
import { codeOf, nameValue } from './dimension-names.ts'

it.each([
  ['country', 'Germany', 'DE'],
  ['country', ' germany ', 'DE'],
  ['country', 'de', 'DE'],
  ['country', 'United States', 'US'],
  ['country', 'Unknown', ''],
  ['country', 'germ', undefined],
  ['channel', 'Organic search', 'organic_search'],
  ['channel', 'organic_search', 'organic_search'],
  ['device', 'Mobile', 'mobile'],
  ['language', 'German', 'de'],
  ['language', 'de-AT', 'de-AT'],
  ['language', 'some words', undefined],
  ['source', 'Direct', ''],
  ['source', 'Google', 'Google'],
  ['page', '/a b', '/a b'],
  ['property:plan', 'Pro', 'Pro'],
])('%s written as “%s” is the value %s', (dimension, written, value) => {
  expect(codeOf(dimension, written)).toBe(value)
})

it('reads what it writes', () => {
  for (const [dimension, code] of [
    ['country', 'FR'],
    ['country', 'GB'],
    ['country', 'DE'],
    ['country', 'MM'],
    ['channel', 'paid_social'],
    ['device', 'desktop'],
    ['language', 'fr'],
    ['source', ''],
  ] as const)
    expect(codeOf(dimension, nameValue(dimension, code))).toBe(code)
})

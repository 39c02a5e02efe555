import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { expect, it, onTestFinished } from 'vitest'
import { codeOf, nameDimension, nameValue } from './dimension-names.ts'

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

it.each([
  ['entry', 'Entry page'],
  ['exit', 'Exit page'],
  ['utm_medium', 'UTM medium'],
  ['property:plan', 'plan'],
])('the tab of the dimension %s is “%s”', (dimension, name) => {
  expect(nameDimension(dimension)).toBe(name)
})

it('finds the code of a name that it wrote', () => {
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

it('reads and writes the names in the current language', () => {
  onTestFinished(() => i18n.activate('en'))
  expect(codeOf('country', 'Germany')).toBe('DE')
  i18n.loadAndActivate({ locale: 'de', messages: { [msg`Organic search`.id]: 'Suche (organisch)' } })
  expect([nameValue('country', 'DE'), nameValue('language', 'de')]).toEqual(['Deutschland', 'Deutsch'])
  expect([codeOf('country', 'Deutschland'), codeOf('language', 'Deutsch')]).toEqual(['DE', 'de'])
  expect(codeOf('channel', nameValue('channel', 'organic_search'))).toBe('organic_search')
  expect(nameValue('channel', 'organic_search')).toBe('Suche (organisch)')
  expect(codeOf('channel', 'organic_search')).toBe('organic_search')
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chosenValue, flipTerm, removeTerm, toggleValue } from './filter-changes.ts'
import { OPERATORS, parseTerms, type Term, writeTerms } from './filters.ts'

const german: Term = { operator: 'is', dimension: 'country', values: ['DE'] }
const blog: Term = { operator: 'contains', dimension: 'page', values: ['/blog'] }

describe('filters in the URL', () => {
  it('are read back as they were written, for any values', () => {
    const term = fc.record({
      operator: fc.constantFrom(...OPERATORS),
      dimension: fc.constantFrom('country', 'page', 'property:plan'),
      values: fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(term, { maxLength: 4 }), (terms) => {
        expect(parseTerms(writeTerms(terms))).toEqual(terms)
      }),
    )
  })

  it('are written in the format of the API, several joined with "and"', () => {
    expect(writeTerms([german])).toBe('["is","country","DE"]')
    expect(writeTerms([german, blog])).toBe('["and",["is","country","DE"],["contains","page","/blog"]]')
    expect(writeTerms([])).toBeUndefined()
  })

  it.each([undefined, '', 'x', '{}', '[]', '["is"]', '["is","page"]', '["or",["is","page","/"]]', '["is","page",1]'])(
    'are empty for %s',
    (text) => expect(parseTerms(text)).toEqual([]),
  )
})

describe('a click', () => {
  it('on a value filters by it, replaces another value, or removes the filter', () => {
    const one = toggleValue([blog], 'country', 'DE')
    expect(one).toEqual([blog, german])
    expect(chosenValue(one, 'country')).toBe('DE')
    expect(toggleValue(one, 'country', 'FR')).toEqual([blog, { ...german, values: ['FR'] }])
    expect(toggleValue(one, 'country', 'DE')).toEqual([blog])
  })

  it('on the operator switches to "is not", and joins excluded values', () => {
    const not = flipTerm([german], 0)
    expect(not).toEqual([{ ...german, operator: 'is_not' }])
    const both = flipTerm(toggleValue(not, 'country', 'FR'), 1)
    expect(both).toEqual([{ operator: 'is_not', dimension: 'country', values: ['DE', 'FR'] }])
    expect(flipTerm([blog], 0)).toEqual([blog])
    expect(removeTerm([german, blog], 0)).toEqual([blog])
  })
})

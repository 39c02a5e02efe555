import { describe, expect, it } from 'vitest'
import { pickLanguage } from './language.ts'

describe('pickLanguage', () => {
  it('returns the first preferred language that is supported, whatever its region', () => {
    expect(pickLanguage(['fr', 'de-AT', 'en'])).toBe('de')
    expect(pickLanguage(['EN-us', 'de'])).toBe('en')
  })

  it('returns English if no preferred language is supported', () => {
    expect(pickLanguage(['fr', '*'])).toBe('en')
    expect(pickLanguage([])).toBe('en')
  })
})

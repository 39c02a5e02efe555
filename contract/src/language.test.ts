import { describe, expect, it } from 'vitest'
import { pickLanguage } from './language.ts'

describe('pickLanguage', () => {
  it('takes the first preferred language that texts are translated to, whatever its region', () => {
    expect(pickLanguage(['fr', 'de-AT', 'en'])).toBe('de')
    expect(pickLanguage(['EN-us', 'de'])).toBe('en')
  })

  it('is English when no preferred language is known', () => {
    expect(pickLanguage(['fr', '*'])).toBe('en')
    expect(pickLanguage([])).toBe('en')
  })
})

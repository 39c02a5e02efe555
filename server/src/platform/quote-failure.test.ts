import { describe, expect, it } from 'vitest'
import { quoteFailure } from './quote-failure.ts'

describe('quoteFailure', () => {
  it('returns at most 300 characters, including the prefix, and never half a surrogate pair', () => {
    for (let length = 280; length < 300; length++) {
      const quoted = quoteFailure('It said', `${'x'.repeat(length)}😀😀`, [])
      expect([quoted.length <= 300, quoted.isWellFormed(), quoted.includes('\uFFFD')]).toEqual([true, true, false])
    }
  })

  it('redacts secrets before it cuts the text', () => {
    expect(quoteFailure('It said', `${'x'.repeat(285)} secret-token`, ['secret-token'])).not.toContain('secret')
  })
})

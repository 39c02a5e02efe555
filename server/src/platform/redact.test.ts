import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactSecrets, secretsOfUrl } from './redact.ts'
import { sized } from '../../test/support/size.ts'

describe('redactSecrets', () => {
  it.each([
    ['said abcdefgh-1234 twice abcdefgh-1234', 'said [redacted] twice [redacted]'],
    ['only a part: cdefgh-12 here', 'only a part: [redacted] here'],
    ['ABCDEFGH-1234', '[redacted]'],
    ['abcdefg is too short to matter', 'abcdefg is too short to matter'],
    ['nothing of it', 'nothing of it'],
    ['', ''],
  ])('%j becomes %j', (text, shown) => {
    expect(redactSecrets(text, ['abcdefgh-1234'])).toBe(shown)
  })

  it('redacts a short secret as a whole, and ignores one that is too short', () => {
    expect(redactSecrets('pin 12345 and 1234', ['12345', 'ab', '', null, undefined])).toBe('pin [redacted] and 1234')
  })

  it('never leaves eight characters of a secret, whatever is around them', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 60 }), fc.string(), fc.string(), (secret, before, after) => {
        const shown = redactSecrets(before + secret + after, [secret]).replaceAll('[redacted]', '\0')
        for (let at = 0; at + 8 <= secret.length; at++) expect(shown).not.toContain(secret.slice(at, at + 8))
      }),
      { numRuns: sized(500, 2000) },
    )
  })
})

it('secretsOfUrl returns everything after the host', () => {
  const secrets = secretsOfUrl('https://hooks.example.com/services/T0/B0/a%20secret-token?key=another-secret')
  const echoed = 'POST https://hooks.example.com/services/T0/B0/a%20secret-token?key=another-secret failed'
  expect(redactSecrets(echoed, secrets)).toBe('POST https://hooks.example.com[redacted] failed')
  expect(redactSecrets('no "a secret-token" here', secrets)).toBe('no "[redacted]" here')
  expect(secretsOfUrl('not a url')).toEqual(['not a url'])
})

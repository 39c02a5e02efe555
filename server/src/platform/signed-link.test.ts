import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSignedLink, readLinkToken, signLink, writeLinkToken } from './signed-link.ts'

const OLD = { SITEWATCH_SECRET: 'old secret', SITEWATCH_SECRET_PREVIOUS: undefined }
const ROTATED = { SITEWATCH_SECRET: 'new secret', SITEWATCH_SECRET_PREVIOUS: 'old secret' }
const OTHER = { SITEWATCH_SECRET: 'other secret', SITEWATCH_SECRET_PREVIOUS: undefined }
const claim = { purpose: 'unsubscribe links', text: '7/12' }

describe('a signed link', () => {
  it('is accepted under the secret that signed it, and after one rotation', () => {
    const mac = signLink('old secret', claim)
    expect([OLD, ROTATED, OTHER].map((secrets) => isSignedLink(secrets, mac, claim))).toEqual([true, true, false])
  })

  it('is refused for another purpose, other ids or a changed signature', () => {
    const mac = signLink('old secret', claim)
    expect(isSignedLink(OLD, mac, { ...claim, purpose: 'confirmation links' })).toBe(false)
    expect(isSignedLink(OLD, mac, { ...claim, text: '7/13' })).toBe(false)
    expect(
      isSignedLink(
        OLD,
        mac.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        claim,
      ),
    ).toBe(false)
    expect(isSignedLink(OLD, '', claim)).toBe(false)
  })

  it('carries its two ids as letters and digits', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (one, other) => {
        const token = writeLinkToken([one, other], signLink('old secret', claim))
        expect(token).toMatch(/^[0-9A-Za-z][0-9A-Za-z-]*[0-9A-Za-z]$/)
        expect(readLinkToken(token)?.ids).toEqual([one, other])
      }),
    )
  })

  it.each(['', '00', '001-2', '001-2-short', '011-2-aaaaaaaaaaaaaaaaaaaaaa', '00zzzzzzzzzzz-1-aaaaaaaaaaaaaaaaaaaaaa'])(
    'is not read from %j',
    (text) => expect(readLinkToken(text)).toBeNull(),
  )
})

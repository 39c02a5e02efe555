import { describe, expect, it } from 'vitest'
import { readRdapAnswer } from './rdap.ts'

const NOW_MS = Date.parse('2026-11-01T00:00:00Z')
const read = (answer: object) =>
  readRdapAnswer(JSON.stringify({ objectClassName: 'domain', ...answer }), 'example.com', NOW_MS)
const expiration = (eventDate: string) => ({
  events: [
    { eventAction: 'registration', eventDate: '1999-01-01T00:00:00Z' },
    { eventAction: 'expiration', eventDate, eventActor: 'x' },
  ],
})

describe('the response of an RDAP server', () => {
  it('says when the registration expires, whatever else is in it', () => {
    const expires_at = new Date('2027-02-03T04:00:00Z')
    const rest = { ldhName: 'EXAMPLE.COM.', nameservers: [{ ldhName: 'ns1.example.net' }], rdapConformance: ['x'] }
    expect(read({ ...rest, ...expiration('2027-02-03T04:00:00Z') })).toEqual({ ok: true, expires_at })
    expect(read(expiration('2027-02-03T05:00:00+01:00'))).toEqual({ ok: true, expires_at })
    expect(read(expiration('2020-01-01'))).toEqual({ ok: true, expires_at: new Date('2020-01-01') })
  })

  it('may have no expiry', () => {
    for (const answer of [{}, { events: [] }]) expect(read(answer)).toEqual({ ok: true, expires_at: null })
  })

  it.each([
    { ldhName: 'other.com' },
    expiration('yesterday'),
    expiration('2200-01-01T00:00:00Z'),
    expiration('0001-01-01'),
  ])('is refused if it is not plausible: %j', (answer) => expect(read(answer).ok).toBe(false))
})

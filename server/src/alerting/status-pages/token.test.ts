import { describe, expect, it } from 'vitest'
import { makeToken, readToken } from './token.ts'

const secrets = { SITEWATCH_SECRET: 'a'.repeat(32), SITEWATCH_SECRET_PREVIOUS: undefined }
const rotated = { SITEWATCH_SECRET: 'b'.repeat(32), SITEWATCH_SECRET_PREVIOUS: 'a'.repeat(32) }
const subscriber = { team_id: 7, subscriber_id: 123_456_789 }

describe("a subscription's token", () => {
  const token = makeToken(secrets, 'confirm', subscriber)

  it('names its subscriber and has at most 64 characters, whatever the ids', () => {
    expect(readToken(secrets, 'confirm', token)).toEqual(subscriber)
    const largest = { team_id: Number.MAX_SAFE_INTEGER, subscriber_id: Number.MAX_SAFE_INTEGER }
    const long = makeToken(secrets, 'unsubscribe', largest)
    expect(long.length).toBeLessThanOrEqual(64)
    expect(readToken(secrets, 'unsubscribe', long)).toEqual(largest)
  })

  it('is invalid for another purpose, subscriber or server', () => {
    expect(readToken(secrets, 'unsubscribe', token)).toBeNull()
    const mac = token.slice(-22)
    const other = makeToken(secrets, 'confirm', { ...subscriber, subscriber_id: subscriber.subscriber_id + 1 })
    expect(readToken(secrets, 'confirm', other.slice(0, -22) + mac)).toBeNull()
    expect(readToken({ ...secrets, SITEWATCH_SECRET: 'c'.repeat(32) }, 'confirm', token)).toBeNull()
  })

  it('stays valid after the secret is rotated', () => {
    expect(readToken(rotated, 'confirm', token)).toEqual(subscriber)
  })

  it.each(['', '00', '007-1-', 'x'.repeat(64), '00zzzzzzzzzzz-zzzzzzzzzzz-0000000000000000000000'])(
    'is not valid as "%s"',
    (text) => {
      expect(readToken(secrets, 'confirm', text)).toBeNull()
    },
  )
})

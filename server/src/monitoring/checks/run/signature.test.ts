import { describe, expect, it } from 'vitest'
import { createProbeDetector, createProbeHeaders } from './signature.ts'

const SECRET = 'one secret of at least thirty-two characters'
const OTHER = 'another secret of at least thirty-two characters'
const headersOf = (secret: string): Record<string, string> => {
  const made = createProbeHeaders({ SITEWATCH_SECRET: secret, BASE_URL: 'https://watch.example/base' })()
  return Object.fromEntries(Object.entries(made).map(([name, value]) => [name.toLowerCase(), value]))
}

describe('probe signature', () => {
  const isOwnProbe = createProbeDetector({ SITEWATCH_SECRET: SECRET })

  it('accepts a signature made with the same secret, and sends a user agent that names Sitewatch', () => {
    const headers = headersOf(SECRET)
    expect(isOwnProbe(headers)).toBe(true)
    expect(headers['user-agent']).toMatch(/^Sitewatch\/\S+ \(\+https:\/\/watch\.example\/base\)$/)
  })

  it('accepts the previous secret during rotation', () => {
    expect(createProbeDetector({ SITEWATCH_SECRET: OTHER, SITEWATCH_SECRET_PREVIOUS: SECRET })(headersOf(SECRET))).toBe(
      true,
    )
  })

  it('rejects a signature that has another secret, is expired, was modified or is missing', () => {
    const headers = headersOf(SECRET)
    const value = headers['x-sitewatch-probe'] ?? ''
    expect(isOwnProbe(headersOf(OTHER))).toBe(false)
    expect(isOwnProbe(headers, Date.now() + 700_000)).toBe(false)
    expect(isOwnProbe(headers, Date.now() - 700_000)).toBe(false)
    expect(
      isOwnProbe({ 'x-sitewatch-probe': value.replace(/t=(\d+)/, (_, time: string) => `t=${Number(time) + 1}`) }),
    ).toBe(false)
    expect(isOwnProbe({ 'x-sitewatch-probe': `${value}0` })).toBe(false)
    expect(isOwnProbe({ 'x-sitewatch-probe': '' })).toBe(false)
    expect(isOwnProbe({})).toBe(false)
  })
})

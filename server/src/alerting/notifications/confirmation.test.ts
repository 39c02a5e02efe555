import type { ProviderType } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import {
  type ConfirmationConfig,
  isGenuine,
  makeConfirmUrl,
  needsConfirmation,
  readConfirmToken,
} from './confirmation.ts'

const config = {
  BASE_URL: 'https://watch.example.com/sub',
  SITEWATCH_SECRET: 'the present secret, at least 32 characters',
  SITEWATCH_SECRET_PREVIOUS: undefined,
  SITEWATCH_SIGNUP: 'open',
} as ConfirmationConfig
const subject = { team_id: 12, provider_id: 345, person: 'Ops@Example.com' }
const tokenOf = (url: string) => readConfirmToken(url.slice(url.lastIndexOf('/') + 1))
const check = (by: ConfirmationConfig, person = subject.person) => {
  const token = tokenOf(makeConfirmUrl(config, subject))
  return token !== null && isGenuine(by, token, person)
}

describe('a confirmation link', () => {
  it('is short, keeps the base path, and begins and ends with a letter or digit', () => {
    const url = makeConfirmUrl(config, subject)
    expect(url).toMatch(/^https:\/\/watch\.example\.com\/sub\/confirm\/00c-9l-[0-9A-Za-z]{22}$/)
    expect(tokenOf(url)).toMatchObject({ team_id: 12, provider_id: 345 })
  })

  it('is ASCII, even with an international BASE_URL and the largest ids', () => {
    const url = makeConfirmUrl(
      { ...config, BASE_URL: 'https://wächter.example' },
      { ...subject, team_id: Number.MAX_SAFE_INTEGER },
    )
    expect(url).toMatch(/^https:\/\/xn--wchter-bua\.example\/confirm\/[ -~]+$/)
    expect(tokenOf(url)?.team_id).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('is valid for its address in upper or lower case, under the current and the previous secret', () => {
    expect(check(config)).toBe(true)
    expect(check(config, 'OPS@example.COM')).toBe(true)
    expect(
      check({ ...config, SITEWATCH_SECRET: 'x'.repeat(32), SITEWATCH_SECRET_PREVIOUS: config.SITEWATCH_SECRET }),
    ).toBe(true)
    expect(check(config, 'other@example.com')).toBe(false)
    expect(check({ ...config, SITEWATCH_SECRET: 'x'.repeat(32) })).toBe(false)
  })

  it.each([
    '',
    '00',
    '00c-9l-',
    `01c-9l-${'a'.repeat(22)}`,
    `00c-9l-${'a'.repeat(21)}`,
    `00C-9L-${'a'.repeat(22)}`,
    `00${'z'.repeat(11)}-1-${'a'.repeat(22)}x`,
  ])('is rejected if its token is %j', (text) => expect(readConfirmToken(text)).toBeNull())
})

describe('needsConfirmation', () => {
  const needs = (
    type: ProviderType,
    settings: Record<string, string>,
    { signup = 'open', is_verified = true }: { signup?: 'open' | 'closed'; is_verified?: boolean } = {},
  ) =>
    needsConfirmation(
      { SITEWATCH_SIGNUP: signup },
      { type, settings, account: { email: 'me@example.com', is_verified } },
    )

  it('is true only for a person other than the account holder, and only where sign-up is open', () => {
    expect(needs('email', { recipient_email: 'you@example.com' })).toBe(true)
    expect(needs('email', { recipient_email: 'ME@example.com' })).toBe(false)
    expect(needs('email', { recipient_email: 'me@example.com' }, { is_verified: false })).toBe(true)
    expect(needs('email', { recipient_email: 'me@example.com' }, { is_verified: false, signup: 'closed' })).toBe(false)
    expect(needs('slack', { webhook_url: 'https://x' }, { is_verified: false })).toBe(false)
    expect(needs('sms', { phone_number: '+15551234567' })).toBe(true)
    expect(needs('slack', { webhook_url: 'https://x' })).toBe(false)
    expect(needs('telegram', { chat_id: '1', token: '1:x' })).toBe(false)
    expect(needs('email', { recipient_email: 'you@example.com' }, { signup: 'closed' })).toBe(false)
  })
})

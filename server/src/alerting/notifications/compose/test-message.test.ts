import { describe, expect, it } from 'vitest'
import { gsmLength, toGsm } from './gsm.ts'
import { composeTestMail, composeTestSlack, composeTestSms, composeTestTelegram } from './test-message.ts'

const message = { kind: 'test', provider_name: 'On call' } as const
const asking = (confirm_url: string) => ({ ...message, confirm_url })
const linkOf = (length: number): string => 'https://w.example/confirm/'.padEnd(length, 'x')

describe('SMS', () => {
  it('is plain, and with a link of up to 126 characters still one message', () => {
    expect(composeTestSms(message)).toBe('Test notification from Sitewatch: alerts will arrive here.')
    for (const length of [60, 90, 100, 110, 126]) {
      const text = composeTestSms(asking(linkOf(length))) ?? ''
      expect(text.startsWith('Test notification from Sitewatch')).toBe(true)
      expect(text.endsWith(` ${linkOf(length)}`)).toBe(true)
      expect([toGsm(text), gsmLength(text) <= 160]).toEqual([text, true])
    }
  })

  it('is nothing when the link does not fit, or telephones could not show it', () => {
    expect(composeTestSms(asking(linkOf(127)))).toBeNull()
    expect(composeTestSms(asking('https://w.example/łącze'))).toBeNull()
    // A tilde takes two places.
    expect(composeTestSms(asking(`${linkOf(125)}~`))).toBeNull()
  })
})

it('mail, Slack and Telegram begin with the same words', () => {
  const words = 'Test notification 🔔 from Sitewatch: alerts will arrive here.'
  const { subject, text } = composeTestMail(message)
  expect([subject, text.split('\n')[0]]).toEqual([words, words])
  expect(composeTestSlack(message).text).toBe(`${words}\nProvider: On call`)
  expect(composeTestTelegram(message)).toBe(`${words}\nProvider: On call`)
})

it('Telegram is cut to 4,096 UTF-16 units, between characters', () => {
  for (const name of ['x'.repeat(5000), '😀'.repeat(2500), `x${'😀'.repeat(2499)}`]) {
    const text = composeTestTelegram({ ...message, provider_name: name })
    expect([text.length <= 4096, text.length >= 4095, text.isWellFormed(), text.endsWith('…')]).toEqual([
      true,
      true,
      true,
      true,
    ])
  }
})

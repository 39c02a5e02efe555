import { describe, expect, it } from 'vitest'
import { gsmLength, toGsm } from './gsm.ts'
import { composeMail } from './html-mail.ts'
import { composePlainText } from './plain-text.ts'
import { composeSlackBlocks } from './slack-blocks.ts'
import { composeSms } from './sms.ts'

const message = { kind: 'test', provider_name: 'On call' } as const
const asking = (confirm_url: string) => ({ ...message, confirm_url })
const linkOf = (length: number): string => 'https://w.example/confirm/'.padEnd(length, 'x')

describe('SMS', () => {
  it('a test SMS is plain, and one message with a link of up to 126 characters', () => {
    expect(composeSms(message)).toBe('Test notification from Sitewatch: alerts will arrive here.')
    for (const length of [60, 90, 100, 110, 126]) {
      const text = composeSms(asking(linkOf(length))) ?? ''
      expect(text.startsWith('Test notification from Sitewatch')).toBe(true)
      expect(text.endsWith(` ${linkOf(length)}`)).toBe(true)
      expect([toGsm(text), gsmLength(text) <= 160]).toEqual([text, true])
    }
  })

  it('a test SMS is null when its link does not fit or is not GSM-7', () => {
    expect(composeSms(asking(linkOf(127)))).toBeNull()
    expect(composeSms(asking('https://w.example/łącze'))).toBeNull()
    // A tilde takes two places.
    expect(composeSms(asking(`${linkOf(125)}~`))).toBeNull()
  })
})

it('tests by mail, Slack and plain text begin with the same words', () => {
  const words = 'Test notification 🔔 from Sitewatch: alerts will arrive here.'
  const { subject, text } = composeMail(message)
  expect([subject, text.split('\n')[0]]).toEqual([words, words])
  expect(composeSlackBlocks(message).text).toBe(`${words}\nProvider: On call`)
  expect(composePlainText(message, 4096)).toBe(`${words}\nProvider: On call`)
})

it('a test in plain text is cut to its maximum length, between characters', () => {
  for (const name of ['x'.repeat(5000), '😀'.repeat(2500), `x${'😀'.repeat(2499)}`]) {
    const text = composePlainText({ ...message, provider_name: name }, 4096)
    expect([text.length <= 4096, text.length >= 4095, text.isWellFormed(), text.endsWith('…')]).toEqual([
      true,
      true,
      true,
      true,
    ])
  }
})

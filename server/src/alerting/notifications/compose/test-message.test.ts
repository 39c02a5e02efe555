import { describe, expect, it } from 'vitest'
import { gsmLength, toGsm } from './gsm.ts'
import { composeMail } from './html-mail.ts'
import { composePlainText } from './plain-text.ts'
import { composeSlackBlocks } from './slack-blocks.ts'
import { composeSms } from './sms.ts'

const message = { kind: 'test', provider_name: 'On call' } as const
const withConfirmUrl = (confirm_url: string) => ({ ...message, confirm_url })
const urlOfLength = (length: number): string => 'https://w.example/confirm/'.padEnd(length, 'x')

describe('a test SMS', () => {
  it('is plain text, and fits one message with a link of up to 126 characters', () => {
    expect(composeSms(message)).toBe('Test notification from Sitewatch: alerts will arrive here.')
    for (const length of [60, 90, 100, 110, 126]) {
      const text = composeSms(withConfirmUrl(urlOfLength(length))) ?? ''
      expect(text.startsWith('Test notification from Sitewatch')).toBe(true)
      expect(text.endsWith(` ${urlOfLength(length)}`)).toBe(true)
      expect([toGsm(text), gsmLength(text) <= 160]).toEqual([text, true])
    }
  })

  it('is null when its link does not fit or is not GSM-7', () => {
    expect(composeSms(withConfirmUrl(urlOfLength(127)))).toBeNull()
    expect(composeSms(withConfirmUrl('https://w.example/łącze'))).toBeNull()
    // A tilde counts as two characters.
    expect(composeSms(withConfirmUrl(`${urlOfLength(125)}~`))).toBeNull()
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

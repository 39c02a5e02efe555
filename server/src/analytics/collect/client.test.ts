import { describe, expect, it } from 'vitest'
import { findBot } from './bots.ts'
import { pickDevice, readClient } from './client.ts'
import { readLanguage } from './language.ts'

const AGENTS: [string, string][] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'desktop Chrome 126 Windows 10',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    'desktop Microsoft Edge 126 Windows 10',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'mobile Safari 17 iOS 17',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'desktop Safari 17 macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'desktop Firefox 127 Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'mobile Chrome 126 Android 14',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'tablet Chrome 126 Android 13',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'desktop Chrome 126 Chrome OS',
  ],
]

describe('a user agent', () => {
  it.each(AGENTS)('%s is parsed as %s', (agent, expected) => {
    const { device, browser, browser_version, system, system_version, bot } = readClient(agent)
    expect([device, browser, browser_version, system, system_version].filter(Boolean).join(' ')).toBe(expected)
    expect(bot).toBe('')
  })

  it('without a device type gets its device from the width of the window', () => {
    const client = readClient('Mozilla/5.0')
    expect([0, 400, 800, 1400].map((width) => pickDevice(client, width))).toEqual([
      'other',
      'mobile',
      'tablet',
      'desktop',
    ])
  })

  it('is parsed in time even when it is hostile: long, empty, full of brackets', () => {
    for (const agent of ['', 'x'.repeat(100_000), '('.repeat(5000), '\u0000\ud800', 'Chrome/'.repeat(2000)]) {
      const client = readClient(agent)
      expect(client.browser.length).toBeLessThanOrEqual(40)
      expect(client.system_version.length).toBeLessThanOrEqual(40)
    }
  })
})

describe('findBot', () => {
  it.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      'GPTBot',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
      'HeadlessChrome',
    ],
    ['curl/8.5.0', 'curl'],
    ['SomethingBot/1.0 (+https://made.up)', 'other'],
    ['', 'other'],
  ])('%j is %s', (agent, name) => expect(findBot(agent)).toBe(name))

  it('does not take a Cubot phone for a bot', () => {
    expect(
      findBot(
        'Mozilla/5.0 (Linux; Android 9; CUBOT X18) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
      ),
    ).toBe('')
  })
})

describe('readLanguage', () => {
  it.each([
    ['de-AT,de;q=0.9', 'de-AT'],
    ['EN', 'en'],
    ['zh-Hant-TW', 'zh-TW'],
    ['es-419', 'es-419'],
    ['*', ''],
    ['', ''],
    ['<script>', ''],
  ])('reads %j as %j', (header, language) => expect(readLanguage(header)).toBe(language))
})

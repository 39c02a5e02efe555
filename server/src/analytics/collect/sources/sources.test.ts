import { describe, expect, it } from 'vitest'
import { readPageAddress } from '../address.ts'
import { findOrigin, isSpamHost, readReferrer } from './index.ts'

function originOf(query: string, referrer: string) {
  const page = readPageAddress(`https://example.com/${query}`, new Set())
  if (!page) throw new Error('no page')
  const { source, channel } = findOrigin(page.campaign, readReferrer(referrer, 'example.com'))
  return `${channel} ${source}`.trim()
}

describe('visit sources', () => {
  it.each([
    ['', '', 'direct'],
    ['', 'https://shop.example.com/a', 'direct'],
    ['', 'about:blank', 'direct'],
    ['', 'https://www.google.com/', 'organic_search Google'],
    ['', 'https://google.co.uk/', 'organic_search Google'],
    ['', 'https://google.evil.example/', 'referral google.evil.example'],
    ['', 'https://notgoogle.com/', 'referral notgoogle.com'],
    ['', 'https://gemini.google.com/app', 'ai_assistant Gemini'],
    ['', 'https://mail.google.com/', 'email Gmail'],
    ['', 'https://chatgpt.com/c/1', 'ai_assistant ChatGPT'],
    ['?utm_source=chatgpt.com', '', 'ai_assistant ChatGPT'],
    ['', 'https://www.perplexity.ai/', 'ai_assistant Perplexity'],
    ['', 'https://t.co/x', 'organic_social X'],
    ['', 'https://l.facebook.com/l.php?u=x', 'organic_social Facebook'],
    ['', 'android-app://com.google.android.googlequicksearchbox/', 'organic_search Google'],
    ['', 'https://m.youtube.com/watch?v=1', 'organic_video YouTube'],
    ['', 'https://blog.other.org/post', 'referral blog.other.org'],
    ['', 'https://xn--bcher-kva.example/', 'referral xn--bcher-kva.example'],
    ['?gclid=1', 'https://www.google.com/', 'paid_search Google'],
    ['?gclid=1', '', 'display'],
    ['?fbclid=1', 'https://m.facebook.com/', 'organic_social Facebook'],
    ['?utm_source=google&utm_medium=cpc', '', 'paid_search Google'],
    ['?utm_source=fb&utm_medium=paid-social', '', 'paid_social Facebook'],
    ['?utm_source=partner&utm_medium=cpm', '', 'display partner'],
    ['?utm_source=october&utm_medium=newsletter', 'https://mail.yahoo.com/', 'email october'],
    ['?utm_source=app&utm_medium=push', '', 'push app'],
    ['?utm_source=x1&utm_medium=affiliate', '', 'affiliate x1'],
    ['?utm_source=flyer', '', 'campaign flyer'],
    ['?utm_campaign=spring', '', 'campaign'],
    ['?utm_source=downloads&utm_medium=downloads', '', 'campaign downloads'],
  ])('query %j with referrer %j is %s', (query, referrer, expected) => {
    expect(originOf(query, referrer)).toBe(expected)
  })

  it('keeps host and path of the referring page, without www and query, and cuts a long one', () => {
    expect(readReferrer('https://www.other.org/a/b?secret=1#x', 'example.com')?.text).toBe('other.org/a/b')
    expect(readReferrer(`https://other.org/${'a'.repeat(3000)}`, 'example.com')?.text).toHaveLength(500)
  })

  it('recognises spam hosts and their subdomains', () => {
    expect(isSpamHost('semalt.com')).toBe(true)
    expect(isSpamHost('51.semalt.com')).toBe(true)
    expect(isSpamHost('notsemalt.com')).toBe(false)
    expect(isSpamHost('com')).toBe(false)
  })
})

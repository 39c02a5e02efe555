import { describe, expect, it } from 'vitest'
import { findMetaPolicies, findScripts } from './page.ts'
import { allowsConnection, allowsScript, parsePolicies } from './policy.ts'

const page = new URL('https://example.com/')
const script = { url: new URL('https://watch.example.org/t/abc.js'), nonce: 'N1' }
const scriptOk = (...policies: string[]) => allowsScript(parsePolicies(policies), script, page)
const connectOk = (...policies: string[]) => allowsConnection(parsePolicies(policies), script.url, page)

describe('a content security policy', () => {
  it.each([
    ['', true],
    ["img-src 'none'", true],
    ["default-src 'self'", false],
    ["script-src 'self' https://watch.example.org", true],
    ["script-src 'self' watch.example.org", true],
    ['script-src http://watch.example.org', true],
    ['script-src *.example.org', true],
    ['script-src *.watch.example.org', false],
    ['script-src https:', true],
    ['script-src *', true],
    ["script-src 'none'", false],
    ["default-src 'none'; script-src watch.example.org", true],
    ["script-src watch.example.org; script-src-elem 'self'", false],
    ["script-src 'nonce-N1'", true],
    ["script-src 'nonce-N2'", false],
    ["script-src watch.example.org 'strict-dynamic' 'nonce-N2'", false],
    ["script-src 'strict-dynamic' 'nonce-N1'", true],
    ['script-src watch.example.org/t/', true],
    ['script-src watch.example.org/other/', false],
    ['script-src watch.example.org:8443', false],
    ['script-src watch.example.org:443', true],
    ["script-src *, script-src 'self'", false],
  ])('%j allows the script: %s', (policy, allowed) => expect(scriptOk(policy)).toBe(allowed))

  it('allows a script only if all other policies of the page allow it too', () =>
    expect(scriptOk('script-src *', "default-src 'self'")).toBe(false))

  it('may allow the script to load and forbid it to send', () => {
    const policy = "default-src 'self'; script-src watch.example.org"
    expect(scriptOk(policy)).toBe(true)
    expect(connectOk(policy)).toBe(false)
    expect(connectOk(`${policy}; connect-src watch.example.org`)).toBe(true)
  })
})

describe('a page', () => {
  it('is searched for scripts as a browser would see them', () => {
    const html = `<!doctype html><base href="https://example.com/sub/">
      <!-- <script src="https://watch.example.org/t/commented.js"></script> -->
      <SCRIPT defer SRC='https://watch.example.org/t/abc.js?a=1&amp;b=2' nonce=N1 data-x="a>b"></SCRIPT>
      <script src=relative.js type="module"></script><script>inline("<script src='x.js'>")</script>
      <script src="https://["></script>`
    const found = findScripts(html, 'https://example.com/')
    expect(found.slice(0, 2).map(({ url, nonce, type }) => [url.href, nonce, type])).toEqual([
      ['https://watch.example.org/t/abc.js?a=1&b=2', 'N1', ''],
      ['https://example.com/sub/relative.js', '', 'module'],
    ])
  })

  it('may contain a policy in a meta element', () => {
    expect(findMetaPolicies(`<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`)).toEqual([
      "default-src 'self'",
    ])
  })

  it('is read in bounded time, however hostile', () => {
    const started = performance.now()
    for (const html of [
      '<script '.repeat(100_000),
      '<'.repeat(1_000_000),
      '<script>'.repeat(100_000),
      '<base x=y>'.repeat(90_000),
      `<script ${'"'.repeat(500_000)}`,
      '<!--'.repeat(200_000),
      `<script ${"a='".repeat(200_000)}`,
    ]) {
      findScripts(html, 'https://example.com/')
    }
    // Half a second on a quiet machine; reading again from every position would take hours.
    expect(performance.now() - started).toBeLessThan(60_000)
  })
})

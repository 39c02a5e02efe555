import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { sendRaw } from '../support/raw-http.ts'

const BASE = 'https://watch.example.com/watch'
const app = await startApp({ BASE_URL: BASE })
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

const open = (path: string, method = 'GET') => app.call(method, path, { headers: BROWSER })

describe('a browser that opens a URL that does not work', () => {
  it.each([
    ['/nothing-here', 404, 'Page not found', 'Check it for typing mistakes'],
    ['/watch/nothing-here', 404, 'Page not found', 'Check it for typing mistakes'],
    ['/websitess/7', 404, 'Page not found', 'Check it for typing mistakes'],
    ['/%ZZ', 404, 'Page not found', 'Check it for typing mistakes'],
    ['/s/no-such-page', 404, 'Page not found', 'Check it for typing mistakes'],
    ['/p/nosuchwebsite000', 404, 'Page not found', 'no public statistics'],
    ['/docs/problems/nothing', 404, 'Page not found', 'Check it for typing mistakes'],
    ['/unsubscribe/x', 404, 'This link no longer works', 'settings of the website'],
    ['/confirm/x', 404, 'This link no longer works', 'new test message'],
    ['/verify/x', 404, 'This link no longer works', 'account settings'],
    ['/subscriptions/x', 404, 'This link no longer works', 'Subscribe again'],
    ['/s/some-page/subscribe', 405, 'This page cannot be opened directly', 'Go back to the page with the form'],
    ['/p/nosuchwebsite000?period=nonsense', 422, 'Please check what you entered', 'period must be'],
  ])('gets a page with the next step: %s', async (path, status, title, words) => {
    const { status: answered, headers, text } = await open(path)
    expect(answered).toBe(status)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; font-src 'self'/,
    )
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).toContain(words)
    expect(text).toMatch(
      /<a class="button button-primary" href="(\/watch\/|https:\/\/watch\.example\.com\/watch\/sign-in)">/,
    )
  })

  it('gets a page for 429, with the seconds to wait', async () => {
    const small = await startApp({ SITEWATCH_RATE_LIMIT_PER_MINUTE: '1' })
    const get = () => small.call('GET', '/s/no-such-page', { headers: BROWSER })
    await get()
    const { status, headers, text } = await get()
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(text).toMatch(/<h1>Too many requests<\/h1><p>Too many requests\. Try again in \d+ seconds\.<\/p>/)
  })

  it('gets a page for an internal error, with the request ID and nothing about the cause', async () => {
    const broken = await startApp({ SITEWATCH_LOG_LEVEL: 'silent' })
    await broken.database.admin.query('alter function find_status_page(text, text) rename to gone')
    const { status, headers, text } = await broken.call('GET', '/s/some-page', { headers: BROWSER })
    expect(status).toBe(500)
    expect(text).toContain('<h1>Something went wrong</h1>')
    expect(text).toContain(`<code>${headers.get('x-request-id')}</code>`)
    expect(text).not.toMatch(/find_status_page|function|postgres/i)
  })

  it('gets a link to the start page of the same host on the domain of a status page', async () => {
    const answer = await sendRaw(
      app.base,
      `GET /nothing HTTP/1.1\r\nHost: status.example.org\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
    )
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('<a class="button button-primary" href="/watch/">')
    expect(answer.text).not.toContain('watch.example.com')
  })

  it('can load the fonts of the page', async () => {
    const { text } = await open('/nothing-here')
    const [, font = ''] = /rel="preload"[^>]* href="([^"]+)"/.exec(text) ?? []
    expect(font).toMatch(/^\/watch\/fonts\//)
    const { status, headers } = await app.call('GET', font)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('font/woff2')
    const again = await app.call('GET', font, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    expectProblem(await app.call('GET', '/fonts/other.woff2'), 'not_found')
  })
})

describe('any other request to a missing page', () => {
  it.each([
    ['a program', '/nothing-here', { accept: 'application/json' }],
    ['curl', '/nothing-here', { accept: '*/*' }],
    ['a browser on the API', '/api/nothing', BROWSER],
    ['a browser on the API, with a query', '/api/v1/nothing?page=1', BROWSER],
  ])('gets problem JSON: %s', async (_who, path, headers) => {
    expectProblem(await app.call('GET', path, { headers }), 'not_found')
  })
})

import { describe, expect, it, onTestFinished } from 'vitest'
import { trackingId } from './page-set.ts'
import { useChromium } from './use-chromium.ts'

const { openTab, serve } = useChromium()

describe('the URL that the tracker posts to', () => {
  it('follows from the URL of the script: first-party, under another path, with a version in the query; no cookie is sent', async () => {
    const pages = await serve(() => ({
      '/': {
        html: `<script async src="/stats/a.js/${trackingId}.js?v=1.js" data-allow-automation></script>`,
        headers: { 'set-cookie': 'session=secret; HttpOnly' },
      },
    }))
    const page = await openTab()
    onTestFinished(() => page.context().clearCookies())
    await page.goto(`${pages.site}/`)
    expect(await pages.settle(1)).toEqual(['1.0 pageview /'])
    expect(await page.context().cookies()).toHaveLength(1)
    expect(pages.posts[0]?.headers.cookie).toBeUndefined()
    expect(`http://${pages.posts[0]?.headers.host}`).toBe(pages.site)
    expect(pages.posts[0]?.path).toBe(`/stats/a.js/${trackingId}`)
  })

  it('is data-api if set, while vitals.js is still loaded from the folder of the script', async () => {
    const pages = await serve((snippet) => ({ '/': snippet('data-api="/collect" data-vitals') }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await page.waitForFunction('window.sitewatch?.v')
    expect(await pages.settle(1)).toEqual(['1.0 pageview /'])
    expect(`http://${pages.posts[0]?.headers.host}${pages.posts[0]?.path}`).toBe(`${pages.site}/collect`)
  })

  it('gets each page view once when the snippet is on the page twice', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() + snippet() }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    expect(await pages.settle(1)).toEqual(['1.0 pageview /'])
  })
})

describe('a post that fails', () => {
  it.each([
    ['answered 503', 503 as const],
    ['cut off', 'drop' as const],
  ])('%s is repeated once, with the same ids', async (_, failure) => {
    const pages = await serve((snippet) => ({ '/': snippet() }), { answer: (post) => (post === 0 ? failure : 202) })
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    expect(await pages.settle(1)).toEqual(['1.0 pageview /'])
    expect(pages.posts).toHaveLength(2)
    expect(pages.posts[1]?.events).toEqual(pages.posts[0]?.events)
  })

  it('is repeated at once when the visitor leaves', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() }), { answer: (post) => (post === 0 ? 503 : 202) })
    const page = await openTab()
    const refused = page.waitForResponse((response) => response.status() === 503)
    await page.goto(`${pages.site}/`)
    await refused
    await pages.settle(0)
    await page.goto('about:blank')
    expect(await pages.settle(2)).toEqual(['1.0 pageview /', '1.1 engagement /'])
    expect(pages.posts).toHaveLength(3)
  })

  it('is not repeated when it was refused', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() }), { answer: () => 400 })
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await expect.poll(() => pages.posts.length).toBe(1)
    await pages.settle(0)
    await page.goto('about:blank')
    await expect.poll(() => pages.posts.length).toBe(2)
    await pages.settle(0)
    expect(pages.posts.map((post) => post.events[0]?.n)).toEqual(['pageview', 'engagement'])
  })

  it('is sent by beacon where fetch has no keepalive', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() }))
    const page = await openTab()
    await page.addInitScript(`delete Request.prototype.keepalive
      window.fetch = () => { throw new Error('not to be called') }`)
    await page.goto(`${pages.site}/`)
    await pages.arrive(1)
    await page.goto('about:blank')
    expect(await pages.settle(2)).toEqual(['1.0 pageview /', '1.1 engagement /'])
    expect(pages.posts[0]?.headers['content-type']).toMatch(/^text\/plain/)
  })
})

describe('a page that blocks the tracker', () => {
  it('works as before when the script is blocked', async () => {
    const pages = await serve((snippet) => ({
      '/': `<script>window.sitewatch = window.sitewatch || function () { (sitewatch.q = sitewatch.q || []).push(arguments) }</script>
        ${snippet().replace(/http:[^"]+/, 'http://127.0.0.1:1/t/x.js')}
        <script>sitewatch('event', 'a'); history.pushState({}, '', '/two')</script>`,
    }))
    const page = await openTab()
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await page.goto(`${pages.site}/`)
    expect(await page.evaluate('location.pathname')).toBe('/two')
    expect(await pages.settle(0)).toEqual([])
    expect(pages.posts).toEqual([])
    expect(errors).toEqual([])
  })

  it.each([
    ['its own origin', (origin: string) => `script-src ${origin}`],
    ['a nonce', () => `script-src 'nonce-abc'`],
  ])('needs only %s in a strict content security policy', async (_, scripts) => {
    const pages = await serve((snippet, collector) => {
      const { origin } = new URL(collector)
      const policy = `default-src 'none'; img-src data:; ${scripts(origin)}; connect-src ${origin}; require-trusted-types-for 'script'`
      return { '/': { html: snippet('data-vitals nonce="abc"'), headers: { 'content-security-policy': policy } } }
    })
    const page = await openTab()
    const pageErrors: string[] = []
    page.on('console', (message) => pageErrors.push(message.text()))
    page.on('pageerror', (error) => pageErrors.push(error.message))
    await page.goto(`${pages.site}/`)
    await pages.arrive(1)
    // The policy applies to page.evaluate too.
    const session = await page.context().newCDPSession(page)
    const readHook = async () => (await session.send('Runtime.evaluate', { expression: 'typeof sitewatch.v' })).result
    await expect.poll(readHook).toMatchObject({ value: 'function' })
    await page.goto('about:blank')
    expect(await pages.settle(3)).toEqual(['1.0 pageview /', '1.1 engagement /', '1.2 vitals /'])
    expect(pageErrors).toEqual([])
  })

  it('sends nothing and raises nothing where the policy forbids the request', async () => {
    const pages = await serve((snippet) => ({
      '/': { html: snippet(), headers: { 'content-security-policy': "connect-src 'none'" } },
    }))
    const page = await openTab()
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await page.goto(`${pages.site}/`)
    await pages.settle(0)
    await page.goto('about:blank')
    expect(await pages.settle(0)).toEqual([])
    expect(pages.posts).toEqual([])
    expect(errors).toEqual([])
  })
})

describe('privacy of visitors', () => {
  const signals = {
    'Do-Not-Track': `Object.defineProperty(navigator, 'doNotTrack', { value: '1' })`,
    'Global Privacy Control': `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })`,
    'no signal': `Object.defineProperty(navigator, 'doNotTrack', { value: '0' })`,
  }

  it.each([
    { signal: 'Do-Not-Track', honorDnt: true, counted: false },
    { signal: 'Global Privacy Control', honorDnt: true, counted: false },
    { signal: 'no signal', honorDnt: true, counted: true },
    { signal: 'Do-Not-Track', honorDnt: false, counted: true },
    { signal: 'Global Privacy Control', honorDnt: false, counted: true },
  ] as const)('with $signal and honor_dnt $honorDnt, counted: $counted', async ({ signal, honorDnt, counted }) => {
    const pages = await serve((snippet) => ({ '/': snippet() }), { honorDnt })
    const page = await openTab()
    await page.addInitScript(signals[signal])
    await page.goto(`${pages.site}/`)
    await page.evaluate(`sitewatch('event', 'a')`)
    const expected = counted ? ['1.0 pageview /', '1.1 event / a'] : []
    expect(await pages.settle(expected.length)).toEqual(expected)
    expect(pages.posts).toHaveLength(expected.length)
  })

  it('is respected for automated browsers: they are not counted, and calls to the tracker do not fail', async () => {
    const pages = await serve((snippet) => ({ '/': snippet('data-vitals').replace('data-allow-automation', '') }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    expect(await page.evaluate('navigator.webdriver')).toBe(true)
    await page.evaluate(`sitewatch('event', 'a'); history.pushState({}, '', '/two')`)
    await page.goto('about:blank')
    expect(await pages.settle(0)).toEqual([])
    expect(pages.posts).toEqual([])
  })

  it('does not keep a browser that is not automated from being counted', async () => {
    const pages = await serve((snippet) => ({ '/': snippet().replace('data-allow-automation', '') }))
    const page = await openTab()
    await page.addInitScript(`Object.defineProperty(navigator, 'webdriver', { value: false })`)
    await page.goto(`${pages.site}/`)
    expect(await pages.settle(1)).toEqual(['1.0 pageview /'])
  })

  it('is respected by storing nothing in the browser, no cookie either', async () => {
    const pages = await serve((snippet) => ({ '/': snippet('data-vitals') }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await page.evaluate(`sitewatch('event', 'a')`)
    await pages.arrive(2)
    const stored = await page.evaluate(`(async () => [
      document.cookie, localStorage.length, sessionStorage.length,
      (await indexedDB.databases()).length, (await navigator.serviceWorker.getRegistrations()).length,
      window.name,
    ])()`)
    expect(stored).toEqual(['', 0, 0, 0, 0, ''])
    expect(await page.context().cookies()).toEqual([])
  })
})

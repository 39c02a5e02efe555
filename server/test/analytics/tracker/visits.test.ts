import { once, EventEmitter } from 'node:events'
// oxlint-disable-next-line no-restricted-imports -- What is measured is the time that passes.
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { EngagementEvent, TrackerEvent } from '../../../../tracker/src/payload.ts'
import { launchChromium } from './chromium.ts'
import { useChromium } from './use-chromium.ts'

const { openTab, serve } = useChromium()

const engagement = (events: TrackerEvent[]) =>
  events.filter((event): event is EngagementEvent => event.n === 'engagement')

describe('a multi-page site', () => {
  it('sends one page view for each page and one engagement on leaving it', async () => {
    const pages = await serve((snippet) => ({
      '/': `${snippet()}<a href="/b?x=1#part">b</a>`,
      '/b': snippet(),
    }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await page.click('a')
    await page.waitForURL('**/b?x=1#part')
    await pages.arrive(3)
    await page.goto('about:blank')
    expect(await pages.settle(4)).toEqual([
      '1.0 pageview /',
      '1.1 engagement /',
      '2.0 pageview /b?x=1 from /',
      '2.1 engagement /b?x=1',
    ])
  })

  it('posts text/plain without a preflight, a cookie or a credential, to the path of its own script', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await pages.arrive(1)
    const [post] = pages.posts
    expect(pages.posts).toHaveLength(1)
    expect(post?.method).toBe('POST')
    expect(`http://${post?.headers.host}${post?.path}`).toBe(pages.collector)
    expect(post?.headers['content-type']).toMatch(/^text\/plain/)
    expect(post?.headers.cookie).toBeUndefined()
    expect(post?.events).toEqual([
      {
        n: 'pageview',
        u: `${pages.site}/`,
        r: '',
        w: await page.evaluate('innerWidth'),
        i: expect.stringMatching(/^\d{1,20}$/),
        k: 0,
      },
    ])
  })

  it('counts a reload and gives every page view another id', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await pages.arrive(1)
    await page.reload()
    expect(await pages.settle(3)).toEqual(['1.0 pageview /', '1.1 engagement /', '2.0 pageview /'])
    expect(new Set(pages.events().map((event) => `${event.i}.${event.k}`)).size).toBe(3)
  })
})

describe('a single-page app', () => {
  it('follows pushState, replaceState of the path, and back; ignores the fragment, a replaced query, and the same URL', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await pages.arrive(1)
    await page.evaluate(`history.pushState({}, '', '/list')`)
    await page.evaluate(`history.pushState({}, '', '/list')`)
    await page.evaluate(`history.replaceState({}, '', '/list?q=s')`)
    await page.evaluate(`history.replaceState({}, '', '/list?q=sh')`)
    await page.evaluate(`location.hash = 'top'`)
    await page.evaluate(`history.replaceState({}, '', '/detail')`)
    await pages.arrive(5)
    await page.evaluate(`history.pushState({}, '', '/detail?tab=2')`)
    await pages.arrive(7)
    await page.evaluate('history.back()')
    await pages.arrive(9)
    await page.goto('about:blank')
    expect(await pages.settle(10)).toEqual([
      '1.0 pageview /',
      '1.1 engagement /',
      '2.0 pageview /list from /',
      '2.1 engagement /list?q=sh',
      '3.0 pageview /detail from /list?q=sh',
      '3.1 engagement /detail',
      '4.0 pageview /detail?tab=2 from /detail',
      '4.1 engagement /detail?tab=2',
      '5.0 pageview /detail from /detail?tab=2',
      '5.1 engagement /detail',
    ])
  })

  it('follows the fragment when enabled', async () => {
    const pages = await serve((snippet) => ({ '/': `${snippet('data-hash')}<a href="#/two">two</a>` }))
    const page = await openTab()
    await page.goto(`${pages.site}/#/one`)
    await page.click('a')
    await page.evaluate(`history.replaceState({}, '', '#/three')`)
    await page.evaluate(`history.replaceState({}, '', '#/three?q=1')`)
    await page.goBack({ waitUntil: 'commit' })
    expect(await pages.settle(7)).toEqual([
      '1.0 pageview /#/one',
      '1.1 engagement /#/one',
      '2.0 pageview /#/two from /#/one',
      '2.1 engagement /#/two',
      '3.0 pageview /#/three from /#/two',
      '3.1 engagement /#/three?q=1',
      '4.0 pageview /#/one from /#/three?q=1',
    ])
  })

  it('resets the scroll depth with each page view', async () => {
    const pages = await serve((snippet) => ({ '/': `${snippet()}<div style="height:10000px"></div>` }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await page.evaluate('new Promise((r) => { addEventListener("scroll", r); scrollTo(0, 99999) })')
    await page.evaluate(`history.pushState({}, '', '/next'); scrollTo(0, 0)`)
    await page.goto('about:blank')
    await pages.arrive(4)
    const [first, second] = engagement(pages.events())
    expect(first?.s).toBe(100)
    expect(second?.s).toBeLessThan(15)
  })
})

describe('a page that was not visible when it loaded', () => {
  it('is counted when its tab is first shown, and its events are sent after that', async () => {
    const pages = await serve((snippet) => ({ '/': `${snippet()}<a href="/b">b</a>` }))
    const background = await openTab()
    const front = await openTab()
    await front.goto('about:blank')
    await background.goto(`${pages.site}/`)
    await background.evaluate(`sitewatch('event', 'early')`)
    await background.evaluate(`history.replaceState({}, '', '/moved')`)
    expect(await pages.settle(0)).toEqual([])
    await background.bringToFront()
    expect(await pages.settle(2)).toEqual(['1.0 pageview /moved', '1.1 event /moved early'])
  })

  it('is not counted when its tab is closed unseen', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() }))
    const background = await openTab()
    await openTab()
    await background.goto(`${pages.site}/`)
    await background.close({ runBeforeUnload: true })
    expect(await pages.settle(0)).toEqual([])
  })

  it('is also counted later when a single-page app navigates in a hidden tab', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() }))
    const background = await openTab()
    await background.goto(`${pages.site}/`)
    await pages.arrive(1)
    await openTab()
    await pages.arrive(2)
    await background.evaluate(`history.pushState({}, '', '/two')`)
    await background.evaluate(`history.pushState({}, '', '/three')`)
    expect(await pages.settle(2)).toEqual(['1.0 pageview /', '1.1 engagement /'])
    await background.bringToFront()
    expect(await pages.settle(3)).toEqual(['1.0 pageview /', '1.1 engagement /', '2.0 pageview /three from /'])
  })

  // A separate browser without Playwright attached, which would disable prerendering.
  it('is counted when it was prerendered, once, on activation', async () => {
    const signals = new EventEmitter()
    const pages = await serve(
      (snippet) => ({
        '/': `${snippet()}
          <script type="speculationrules">
            {"prerender": [{"source": "list", "urls": ["/shown", "/unshown"], "eagerness": "immediate"}]}
          </script>
          <script>fetch('/go').then(() => { location.href = '/shown' })</script>`,
        '/shown': `${snippet()}
          <script>addEventListener('load', () => {
            sitewatch('event', 'loaded', { props: { prerendered: document.prerendering } })
            fetch('/ready')
          })</script>`,
        '/unshown': snippet(),
      }),
      {
        handle(request, response) {
          if (request.url === '/ready') signals.emit('ready')
          if (request.url === '/go') signals.once('go', () => response.end())
          else response.end()
        },
      },
    )
    const ready = once(signals, 'ready')
    const chromium = await launchChromium(`${pages.site}/`)
    onTestFinished(() => chromium.close())
    await ready
    expect(await pages.settle(1)).toEqual(['1.0 pageview /'])
    signals.emit('go')
    expect(await pages.settle(4)).toEqual([
      '1.0 pageview /',
      '1.1 engagement /',
      '2.0 pageview /shown from /',
      '2.1 event /shown loaded {"prerendered":true}',
    ])
  })
})

describe('the back/forward cache', () => {
  it('keeps the page, and returning to it counts as a page view', async () => {
    const pages = await serve((snippet) => ({
      '/': `${snippet()}<script>addEventListener('pageshow', (e) => { window.restored = e.persisted })</script>`,
      '/b': snippet(),
    }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await pages.arrive(1)
    await page.goto(`${pages.site}/b`)
    await pages.arrive(3)
    await page.goBack({ waitUntil: 'commit' })
    expect(await pages.settle(5)).toEqual([
      '1.0 pageview /',
      '1.1 engagement /',
      '2.0 pageview /b',
      '2.1 engagement /b',
      '3.0 pageview / from /',
    ])
    expect(await page.evaluate('restored')).toBe(true)
    await page.goForward({ waitUntil: 'commit' })
    expect((await pages.settle(7)).slice(5)).toEqual(['3.1 engagement /', '4.0 pageview /b from /b'])
  })
})

describe('engagement', () => {
  it('is the time visible and focused since the last report, sent each time the page is hidden', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() }))
    const page = await openTab()
    const opened = Date.now()
    await page.goto(`${pages.site}/`)
    await pages.arrive(1)
    await delay(300)
    await openTab()
    const openMs = Date.now() - opened
    await pages.arrive(2)
    await delay(600)
    const returned = Date.now()
    await page.bringToFront()
    await page.waitForFunction(`document.visibilityState === 'visible' && document.hasFocus()`)
    await delay(300)
    await page.goto('about:blank')
    const returnedMs = Date.now() - returned
    // On a busy machine, over 100 ms pass between losing the focus and being hidden, and are sent apart: what counts is the sum.
    expect((await pages.settle(3)).slice(0, 3)).toEqual(['1.0 pageview /', '1.1 engagement /', '1.2 engagement /'])
    const engagedMs = engagement(pages.events()).reduce((sum, { e }) => sum + e, 0)
    expect(engagedMs).toBeGreaterThanOrEqual(580)
    expect(engagedMs).toBeLessThanOrEqual(openMs + returnedMs)
  })

  // Headless windows do not take the focus from each other; a frame and its parent page do.
  it('stops while the focus is elsewhere, although the page is visible', async () => {
    const pages = await serve((snippet) => ({
      '/': snippet(),
      '/around': '<input autofocus><iframe src="/"></iframe>',
    }))
    const page = await openTab()
    await page.goto(`${pages.site}/around`)
    await pages.arrive(1)
    await page.focus('input')
    await delay(500)
    const focused = Date.now()
    await page.frameLocator('iframe').locator('html').click()
    await delay(300)
    await page.focus('input')
    const focusedMs = Date.now() - focused
    await delay(500)
    await page.goto('about:blank')
    expect(await pages.settle(2)).toEqual([`1.0 pageview / from /around`, '1.1 engagement /'])
    const [only] = engagement(pages.events())
    expect(only?.e).toBeGreaterThanOrEqual(290)
    expect(only?.e).toBeLessThanOrEqual(focusedMs)
  })

  it('continues while the focus is in a frame of the page', async () => {
    const pages = await serve((snippet) => ({ '/': `${snippet()}<iframe src="/video"></iframe>`, '/video': 'video' }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await page.frameLocator('iframe').locator('html').click()
    await delay(400)
    await page.goto('about:blank')
    await pages.arrive(2)
    expect(engagement(pages.events())[0]?.e).toBeGreaterThanOrEqual(400)
  })

  it('contains the maximum scroll depth in percent', async () => {
    const pages = await serve((snippet) => ({ '/': `${snippet()}<div style="height:5000px"></div>` }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await page.evaluate('new Promise((r) => { addEventListener("scroll", r, { once: true }); scrollTo(0, 2000) })')
    const expected = await page.evaluate<number>(
      'Math.round(((2000 + innerHeight) / document.documentElement.scrollHeight) * 100)',
    )
    await page.evaluate('new Promise((r) => { addEventListener("scroll", r, { once: true }); scrollTo(0, 0) })')
    await page.goto('about:blank')
    expect(await pages.settle(2)).toEqual(['1.0 pageview /', '1.1 engagement /'])
    expect(engagement(pages.events())[0]?.s).toBe(expected)
    expect(expected).toBeGreaterThan(45)
    expect(expected).toBeLessThan(65)
  })
})

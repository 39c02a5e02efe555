import { describe, expect, it } from 'vitest'
import type { VitalsEvent } from '../../../../tracker/src/payload.ts'
import { useChromium } from './use-chromium.ts'

const { openTab, serve } = useChromium()

const stub =
  '<script>window.sitewatch = window.sitewatch || function () { (window.sitewatch.q = window.sitewatch.q || []).push(arguments) }</script>'

describe('a click on a link', () => {
  it('is sent as an outbound click before the engagement when it leaves the page', async () => {
    const elsewhere = await serve(() => ({ '/there': 'there' }))
    const pages = await serve((snippet) => ({
      '/': `${snippet()}<a href="${elsewhere.site}/there?x=1"><b>there</b></a>`,
    }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await page.click('b')
    await page.waitForURL('**/there?x=1')
    expect(await pages.settle(3)).toEqual([
      '1.0 pageview /',
      `1.1 outbound / to ${elsewhere.site}/there?x=1`,
      '1.2 engagement /',
    ])
  })

  it('is sent for a middle click and inside a shadow root; not for a right click, another scheme or the same host', async () => {
    const pages = await serve((snippet) => ({
      '/': `${snippet()}<script>addEventListener('click', (e) => e.preventDefault())</script>
        <a id="middle" href="http://127.0.0.2/m" onauxclick="event.preventDefault()">m</a>
        <a id="mail" href="mailto:a@b.example">mail</a>
        <a id="own" href="/own">own</a>
        <svg width="40" height="20"><a id="svg" href="http://127.0.0.2/svg"><text y="15">svg</text></a></svg>
        <div id="host"></div>
        <script>
          const link = document.createElement('a')
          link.href = 'http://127.0.0.2/shadow'
          link.textContent = 'shadow'
          document.querySelector('#host').attachShadow({ mode: 'open' }).append(link)
        </script>`,
    }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await page.click('#middle', { button: 'middle' })
    await page.click('#middle', { button: 'right' })
    await page.click('#mail')
    await page.click('#own')
    await page.click('#svg text')
    await page.click('#host a')
    expect(await pages.settle(3)).toEqual([
      '1.0 pageview /',
      '1.1 outbound / to http://127.0.0.2/m',
      '1.2 outbound / to http://127.0.0.2/shadow',
    ])
  })

  it('is sent as a download by the file extension or the attribute, on any host, and then not as outbound', async () => {
    const pages = await serve((snippet) => ({
      '/': `${snippet()}<script>addEventListener('click', (e) => e.preventDefault())</script>
        <a id="a" href="/files/Report.PDF?v=2#page=3">a</a>
        <a id="b" href="http://127.0.0.2/archive.tar.gz">b</a>
        <a id="c" href="/export" download>c</a>
        <a id="d" href="/pdf">d</a>`,
    }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    for (const link of ['#a', '#b', '#c', '#d']) await page.click(link)
    expect(await pages.settle(4)).toEqual([
      '1.0 pageview /',
      '1.1 download / to /files/Report.PDF?v=2#page=3',
      '1.2 download / to http://127.0.0.2/archive.tar.gz',
      '1.3 download / to /export',
    ])
  })
})

describe('a custom event', () => {
  it('is sent in order after the page view in one request if it was called before the script loaded', async () => {
    const pages = await serve((snippet) => ({
      '/': `${stub}<script>
        sitewatch('event', 'first', { props: { plan: 'pro', seats: 3, trial: false } })
        sitewatch('event', 'second', { revenue: { amount: 19.9, currency: 'EUR' } })
      </script>${snippet()}`,
    }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    expect(await pages.settle(3)).toEqual([
      '1.0 pageview /',
      '1.1 event / first {"plan":"pro","seats":3,"trial":false}',
      '1.2 event / second 19.9 EUR',
    ])
    expect(pages.posts).toHaveLength(1)
  })

  it('belongs to the page view it happened on', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await page.evaluate(`sitewatch('event', 'a'); history.pushState({}, '', '/two'); sitewatch('event', 'b')`)
    expect(await pages.settle(5)).toEqual([
      '1.0 pageview /',
      '1.1 event / a',
      '1.2 engagement /',
      '2.0 pageview /two from /',
      '2.1 event /two b',
    ])
  })

  it('throws to the caller when JSON cannot hold its properties, and no other event is lost', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    const thrown = await page.evaluate(`{
      const loop = {}
      loop.loop = loop
      let thrown
      sitewatch('event', 'before')
      try { sitewatch('event', 'bad', { props: loop }) } catch (error) { thrown = error.name }
      sitewatch('event', 'after')
      thrown
    }`)
    expect(thrown).toBe('TypeError')
    expect((await pages.settle(3)).map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'pageview /',
      'event / before',
      'event / after',
    ])
  })

  it('is sent with at most 19 others in a request, and never with an unknown kind', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await pages.arrive(1)
    await page.evaluate(`for (let i = 0; i < 45; i++) sitewatch('event', 'n' + i)
      sitewatch('pageview')
      sitewatch('engagement')
      sitewatch('anything')`)
    expect(await pages.settle(46)).toHaveLength(46)
    expect(pages.posts.map((post) => post.events.length).sort((a, b) => a - b)).toEqual([1, 5, 20, 20])
  })
})

describe('a page that does not exist', () => {
  it('is recognised by its status 404, once, even if the page reports it too', async () => {
    const pages = await serve((snippet) => ({
      '/gone': { status: 404, html: `${stub}<script>sitewatch('404')</script>${snippet()}` },
    }))
    const page = await openTab()
    await page.goto(`${pages.site}/gone`)
    await page.evaluate(`sitewatch('404')`)
    await page.evaluate(`history.pushState({}, '', '/found')`)
    expect(await pages.settle(4)).toEqual([
      '1.0 pageview /gone',
      '1.1 404 /gone',
      '1.2 engagement /gone',
      '2.0 pageview /found from /gone',
    ])
  })

  it('is reported by an attribute of the snippet or by a call when the status is 200', async () => {
    const pages = await serve((snippet) => ({ '/gone': snippet('data-404'), '/app': snippet() }))
    const page = await openTab()
    await page.goto(`${pages.site}/gone`)
    await pages.arrive(2)
    await page.goto(`${pages.site}/app`)
    await page.evaluate(`sitewatch('404')`)
    expect(await pages.settle(5)).toEqual([
      '1.0 pageview /gone',
      '1.1 404 /gone',
      '1.2 engagement /gone',
      '2.0 pageview /app',
      '2.1 404 /app',
    ])
  })
})

describe('web vitals', () => {
  const html = `<h1>Title</h1><button onclick="const until = performance.now() + 80; while (performance.now() < until);
    document.querySelector('h1').textContent = 'Pressed'">press</button>
    <script>new PerformanceObserver((_, observer) => { observer.disconnect()
      setTimeout(() => { document.querySelector('#late').style.height = '200px'; window.shifted = true }, 100)
    }).observe({ type: 'paint', buffered: true })</script>
    <div id="late"></div><p style="height:300px">text</p>`

  it('are sent once, all five, when the page is first left', async () => {
    const pages = await serve((snippet) => ({ '/': snippet('data-vitals') + html }))
    const page = await openTab()
    await page.goto(`${pages.site}/`)
    await page.waitForFunction('window.shifted && window.sitewatch.v')
    await page.click('button')
    await page.waitForFunction(`document.querySelector('h1').textContent === 'Pressed'`)
    await page.evaluate('new Promise((r) => requestAnimationFrame(() => setTimeout(r, 50)))')
    await page.evaluate(`history.pushState({}, '', '/two')`)
    await page.goto('about:blank')
    expect(await pages.settle(5)).toEqual([
      '1.0 pageview /',
      '1.1 engagement /',
      '1.2 vitals /',
      '2.0 pageview /two from /',
      '2.1 engagement /two',
    ])
    const [event] = pages.events().filter((event): event is VitalsEvent => event.n === 'vitals')
    const { lcp, inp, cls, ttfb, fcp } = event?.v ?? {}
    expect(lcp).toBeGreaterThan(0)
    expect(fcp).toBeGreaterThan(0)
    expect(ttfb).toBeGreaterThanOrEqual(0)
    expect(ttfb).toBeLessThanOrEqual(fcp ?? 0)
    expect(inp).toBeGreaterThanOrEqual(80)
    expect(inp).toBeLessThan(2_000)
    expect(cls).toBeGreaterThan(0.01)
    expect(cls).toBeLessThan(1)
  })

  it('are not loaded unless enabled', async () => {
    const pages = await serve((snippet) => ({ '/': snippet() + html }))
    const page = await openTab()
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto(`${pages.site}/`)
    await pages.arrive(1)
    await page.goto('about:blank')
    expect(await pages.settle(2)).toEqual(['1.0 pageview /', '1.1 engagement /'])
    expect(requested.filter((path) => path.includes('vitals'))).toEqual([])
  })
})

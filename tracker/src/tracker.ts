;(() => {
  const script = document.currentScript as HTMLScriptElement
  const options = script.dataset
  const base = script.src.replace(/\.js(\?.*)?$/, '')
  const endpoint = options['api'] || base

  const earlier = window.sitewatch
  if (earlier?.l) return
  const queue = earlier?.q || []

  let url: string | undefined
  let notFoundUrl: string | undefined
  let pageviewId: string | undefined
  let eventCount: number
  let notFoundCount: number
  let engagedMs: number
  let activeSince: number
  let deepestPx: number
  let sentDepth: number
  let waiting = true
  let batch: string[] = []

  const post = async (body: string) => {
    const sendBeacon = () => {
      if (body) navigator.sendBeacon(endpoint, body)
      body = ''
    }
    // Firefox before 133 aborts a fetch when the page is left.
    if (!('keepalive' in Request.prototype)) sendBeacon()
    else
      try {
        const response = await fetch(endpoint, { method: 'POST', body, keepalive: true, credentials: 'omit' })
        if (response.status > 499) throw response
      } catch {
        // Retry after 3 s, because a server restart takes seconds; immediately when the visitor leaves.
        setTimeout(sendBeacon, document.hidden ? 0 : 3e3)
        document.addEventListener('visibilitychange', sendBeacon)
      }
  }

  const flush = () => {
    if (batch.length) void post(`[${batch.join()}]`)
    batch = []
  }

  const add = (n: string, more: object) => {
    // Serialized here, so that a property that cannot be serialized throws in the caller and other events are not lost.
    const length = batch.push(JSON.stringify({ n, u: url, w: innerWidth, i: pageviewId, k: eventCount++, ...more }))
    // A microtask still runs while the page is being left, and it sends simultaneous events in one request.
    if (length == 1) queueMicrotask(flush)
    if (length > 19) flush()
  }

  const call = (kind: string, name?: string, details?: { props?: object; revenue?: object }) => {
    if (waiting) queue.push([kind, name, details])
    else if (kind == 'event') add(kind, { a: name, p: details?.props, $: details?.revenue })
    else if (kind == '404' ? !notFoundCount++ : /^(outbound|download)$/.test(kind)) add(kind, { l: name })
  }

  const measure = () => {
    const now = performance.now()
    if (activeSince) engagedMs += now - activeSince
    activeSince = !document.hidden && document.hasFocus() ? now : 0
    deepestPx = Math.max(deepestPx, scrollY + innerHeight)
  }

  const leave = () => {
    if (!pageviewId) return
    measure()
    const depth = Math.min(100, Math.round((deepestPx / document.documentElement.scrollHeight) * 100))
    // Leaving a page fires pagehide and visibilitychange. The second one finds less than 100 ms and sends nothing.
    if (engagedMs > 99 || depth > sentDepth) {
      add('engagement', { e: Math.round(engagedMs), s: depth })
      engagedMs = 0
      sentDepth = depth
    }
    const v = api.v?.()
    if (v) add('vitals', { v })
  }

  const readUrl = () => ('hash' in options ? location.href : location.href.replace(/#.*/, ''))

  // A hidden page (background tab, prerendered page) counts as viewed when it is first shown. Earlier calls are queued until then.
  const view = () => {
    waiting = document.hidden
    if (waiting) return
    const r = url ?? document.referrer
    url = readUrl()
    pageviewId = '' + crypto.getRandomValues(new BigUint64Array(1))
    eventCount = notFoundCount = engagedMs = activeSince = sentDepth = 0
    measure()
    // In a single-page app, the previous page is still rendered and scrolled at this point.
    deepestPx = 0
    add('pageview', { r })
    if (url == notFoundUrl) call('404')
    for (const args of queue.splice(0)) call(...(args as Parameters<typeof call>))
  }

  const navigate = (replaced: boolean) => {
    const next = readUrl()
    if (waiting || next == url) return
    // Search-as-you-type and filters replace the query string: the same page view with a new URL.
    if (replaced && withoutQuery(next) == withoutQuery(url)) url = next
    else {
      leave()
      view()
    }
  }

  const withoutQuery = (address?: string) => address?.replace(/\?[^#]*/, '')

  const followLink = (event: MouseEvent) => {
    const link = event.composedPath().find((node) => (node as HTMLAnchorElement).href) as HTMLAnchorElement | undefined
    if (!link || event.button > 1 || !link.protocol?.startsWith('http')) return
    if (
      link.hasAttribute('download') ||
      /\.(pdf|docx?|xlsx?|pptx?|csv|txt|rtf|epub|zip|rar|7z|t?gz|exe|msi|dmg|pkg|deb|rpm|apk|iso|mp[34]|wav|avi|mov)$/i.test(
        link.pathname,
      )
    )
      call('download', link.href)
    else if (link.host != location.host) call('outbound', link.href)
  }

  const api = call as SitewatchApi
  api.l = 1
  window.sitewatch = api

  if (
    !location.protocol.startsWith('http') ||
    ((navigator.webdriver || 'Cypress' in window) && !('allowAutomation' in options)) ||
    (__HONOR_DNT__ && (navigator.doNotTrack == '1' || navigator.globalPrivacyControl))
  )
    return

  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name]
    history[name] = (...args) => {
      original.apply(history, args)
      navigate(name == 'replaceState')
    }
  }
  addEventListener('popstate', () => navigate(false))
  addEventListener('pageshow', (event) => event.persisted && view())
  addEventListener('pagehide', leave)
  addEventListener('focus', measure)
  addEventListener('blur', measure)
  addEventListener('scroll', measure)
  addEventListener('click', followLink, true)
  addEventListener('auxclick', followLink, true)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) leave()
    else if (waiting) view()
    else measure()
  })

  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if ('404' in options || navigation?.responseStatus == 404) notFoundUrl = readUrl()

  if ('vitals' in options && (!document.hidden || document.prerendering)) {
    // Not a script element: that would need the page's nonce, and is refused under trusted types.
    const load = () => void import(`${base}.vitals.js`).catch(() => undefined)
    if (document.readyState == 'complete') load()
    else addEventListener('load', load)
  }

  view()
})()

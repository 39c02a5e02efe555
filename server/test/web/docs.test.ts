import { describe, expect, it } from 'vitest'
import { openLibrary } from '../../src/web/docs/index.ts'
import { startApp } from '../support/app.ts'

const BASE = 'https://watch.example.com/watch'
const app = await startApp({ BASE_URL: BASE })
const { pages } = openLibrary(BASE)
const pathOf = (slug: string): string => (slug === '' ? '/docs' : `/docs/${slug}`)

const texts = new Map<string, string>()
for (const slug of pages.keys()) texts.set(pathOf(slug), (await app.call('GET', pathOf(slug))).text)

const linksIn = (html: string): string[] =>
  Array.from(html.matchAll(/(?:href|src)="([^"]+)"/g), ([, link = '']) => link)

describe('the documentation on the server', () => {
  it('shows every page under /docs, with our own script and nothing from another host', async () => {
    expect(pages.size).toBeGreaterThan(40)
    for (const slug of pages.keys()) {
      const { status, headers, text } = await app.call('GET', pathOf(slug))
      expect({ slug, status }).toEqual({ slug, status: 200 })
      const csp = headers.get('content-security-policy') ?? ''
      expect(csp).toContain("default-src 'none'")
      expect(csp).toContain("script-src 'self'")
      expect(csp).not.toMatch(/https?:|\*|unsafe-eval/)
      const loaded = text.replaceAll(/<a [^>]*>/g, '')
      for (const link of linksIn(loaded)) expect(new URL(link, BASE).origin, slug).toBe(new URL(BASE).origin)
    }
  })

  it('has no dead link: pages and headings exist, and so do pictures, the script and the API reference', async () => {
    const dead: string[] = []
    const found = new Map<string, boolean>()
    for (const [from, text] of texts) {
      for (const link of linksIn(text)) {
        const url = URL.parse(link, `${BASE}${from}`)
        if (!url) dead.push(`${from}: ${link}`)
        if (!url?.href.startsWith(`${BASE}/`)) continue
        const target = url.pathname.slice(new URL(BASE).pathname.length)
        const page = texts.get(target)
        if (page === undefined && !found.has(target)) found.set(target, (await app.call('GET', target)).status === 200)
        const hasHeading = url.hash === '' || page === undefined || page.includes(`id="${url.hash.slice(1)}"`)
        if (!(page !== undefined || found.get(target)) || !hasHeading) dead.push(`${from}: ${link}`)
      }
    }
    expect([...found.keys()]).toContain('/docs/api')
    expect(dead).toEqual([])
  })

  it('marks the open page in the menu, and links to the pages before and after it', () => {
    const text = texts.get('/docs/backups') ?? ''
    expect(text).toMatch(/href="[^"]+\/docs\/backups" aria-current="page">/)
    expect(text).toMatch(/rel="prev"[\s\S]+rel="next"/)
  })

  it('returns the problem not_found for a page that does not exist', async () => {
    expect((await app.call('GET', '/docs/nothing-here')).status).toBe(404)
    expect((await app.call('GET', '/docs/../package.json')).status).toBe(404)
    expect((await app.call('GET', '/docs/pictures/..%2fopenapi.json')).status).toBe(404)
  })

  it('sends every section to the browser for the search', async () => {
    const { body } = await app.call('GET', '/docs/search.json')
    const sections = body as unknown as { id: string; title: string; text: string }[]
    expect(sections.length).toBeGreaterThan(150)
    expect(sections.find(({ id }) => id === 'quickstart')).toMatchObject({ title: 'Quickstart' })
  })
})

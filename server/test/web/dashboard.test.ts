import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DARK, LIGHT } from '../../src/platform/html/look.gen.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { mountDashboard } from '../../src/web/dashboard.ts'
import { openDashboardFiles } from '../../src/web/dashboard-files.ts'
import { ensureDashboard } from '../journeys/build.ts'
import { startApp } from '../support/app.ts'
import { expectProblem } from '../support/expect-problem.ts'

await ensureDashboard()
const BASE = 'https://watch.example.com/watch'
const app = await startApp({ BASE_URL: BASE, SITEWATCH_SIGNUP: 'invite' })

const linksIn = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"]*)"/g)]
    .map(([, link]) => link ?? '')
    .filter((link) => !link.startsWith('data:'))

describe.each(['/', '/sign-in', '/websites/3', '/settings/keys', '/watch/incidents/7', '/reset-password?token=x'])(
  'GET %s',
  (address) => {
    it('serves the app, with a policy that allows only our own files', async () => {
      const { status, headers, text } = await app.call('GET', address)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-store')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("; frame-src 'self';")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      expect(nonce).toHaveLength(24)
      for (const [tag] of text.matchAll(/<script[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`)
      expect(text).not.toMatch(/<style|SITEWATCH_NONCE| on\w+=/)
      expect(text).toContain('<meta name="sitewatch-base" content="/watch" />')
      expect(text).toContain(`<meta name="sitewatch-url" content="${BASE}" />`)
      for (const link of linksIn(text)) expect(link).toMatch(/^\/watch\/(assets\/|manifest\.webmanifest$|icons\/)/)
    })
  },
)

describe('the page of the dashboard', () => {
  it('has a new nonce in each response', async () => {
    const [first, second] = [await app.call('GET', '/'), await app.call('GET', '/')]
    expect(first.headers.get('content-security-policy')).not.toBe(second.headers.get('content-security-policy'))
  })

  it('contains whether an account exists', async () => {
    expect((await app.call('GET', '/')).text).toContain('<meta name="sitewatch-sign-up" content="first" />')
    await app.makeUser()
    expect((await app.call('GET', '/')).text).toContain('<meta name="sitewatch-sign-up" content="invite" />')
  })

  it('is not served for the API, the reference or an unknown path', async () => {
    expectProblem(await app.call('GET', '/api/nothing'), 'not_found')
    expectProblem(await app.call('GET', '/nothing'), 'not_found')
    expectProblem(await app.call('GET', '/watch/watch/websites'), 'not_found')
    expect((await app.call('GET', '/docs/api')).headers.get('content-security-policy')).not.toContain(
      "script-src 'self'",
    )
  })

  it('explains how to build the dashboard when it is not built', async () => {
    const { config, postgres, log, metrics } = app.parts
    const server = createHttpServer({ base_url: BASE, log, metrics, readAddress: () => '127.0.0.1' })
    const empty = openDashboardFiles(mkdtempSync(path.join(tmpdir(), 'sitewatch-no-dashboard-')))
    mountDashboard(server, { config, postgres, log }, empty)
    const { statusCode, body } = await server.app.inject('/websites')
    expect(statusCode).toBe(503)
    expect(body).toContain('npm run build')
  })
})

describe('GET /assets/…', () => {
  it('serves every file of the page, cached for ever, in an encoding that the client accepts', async () => {
    const links = linksIn((await app.call('GET', '/')).text).filter((link) => link.startsWith('/watch/assets/'))
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) {
      const plain = await fetch(app.base + link, { headers: { 'accept-encoding': 'identity' } })
      expect(plain.status, link).toBe(200)
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(plain.headers.get('content-encoding')).toBeNull()
      const body = await plain.text()
      if (!/\.(js|css)$/.test(link)) continue
      for (const encoding of ['br', 'gzip']) {
        const packed = await fetch(app.base + link, { headers: { 'accept-encoding': encoding } })
        expect(packed.headers.get('content-encoding')).toBe(encoding)
        expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
        expect((await packed.text()) === body, 'the same text').toBe(true)
      }
      const refused = await fetch(app.base + link, { headers: { 'accept-encoding': 'br;q=0, gzip;q=0' } })
      expect(refused.headers.get('content-encoding')).toBeNull()
      const known = await fetch(app.base + link, {
        headers: { 'accept-encoding': 'identity', 'if-none-match': plain.headers.get('etag') ?? '' },
      })
      expect(known.status).toBe(304)
    }
  })

  it.each([
    '/assets/none.js',
    '/assets/..%2Findex.html',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e%2findex.js',
    '/assets/.js',
    '/assets/a%00.js',
    '/assets/',
    '/assets/x.map',
  ])('answers 404 to any other path: %s', async (address) => {
    expectProblem(await app.call('GET', address), 'not_found')
  })
})

describe('the dashboard as an app', () => {
  it('has a manifest whose start, scope and icons are under the path of the service', async () => {
    const page = (await app.call('GET', '/')).text
    const manifest = await app.call('GET', linksIn(page).find((link) => link.endsWith('.webmanifest')) ?? '')
    expect([manifest.status, manifest.headers.get('content-type')]).toEqual([
      200,
      'application/manifest+json; charset=utf-8',
    ])
    const described = JSON.parse(manifest.text) as Record<string, unknown> & { icons: { src: string; sizes: string }[] }
    expect(described).toMatchObject({
      name: 'Sitewatch',
      start_url: '/watch/',
      scope: '/watch/',
      display: 'standalone',
      theme_color: '#faf8f3',
    })
    for (const [scheme, colour] of [
      ['light', LIGHT.paper],
      ['dark', DARK.paper],
    ])
      expect(page).toContain(
        `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colour}" />`,
      )
    expect(described.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '192x192', '512x512', '512x512'])
    for (const { src, sizes } of described.icons) {
      const icon = await fetch(app.base + src)
      const bytes = Buffer.from(await icon.arrayBuffer())
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
    expectProblem(await app.call('GET', '/icons/app-13.png'), 'not_found')
    expectProblem(await app.call('GET', '/icons/constructor'), 'not_found')
  })

  it('has a service worker at the root of its path, which is checked for updates and handles no requests', async () => {
    const { status, headers, text } = await app.call('GET', '/watch/service-worker.js')
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-cache',
    ])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain('notificationclick')
    expect(text).not.toMatch(/\bimport\b|["'`]fetch["'`]|\bcaches\b/)
  })
})

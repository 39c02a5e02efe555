import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { loadScripts } from '../../../src/analytics/collect/index.ts'
import { startCollecting, type TestSite } from './collecting.ts'

const { app, makeSite, post, pageview } = await startCollecting(
  { SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8,::1/128', SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS: '1' },
  { load: false },
)
const site = await makeSite({ domain: 'localhost' })
const tracker = loadScripts().tracker(false).bodies.identity.toString()

interface Page {
  status?: number
  headers?: Record<string, string>
  body: string
}

const snippet = (id = site.tracking_id, more = '') =>
  `<script defer src="https://watch.example.org/t/${id}.js" ${more}></script>`
const pages: Record<string, Page> = {
  '/ok': { body: `<head>${snippet()}</head>` },
  '/missing': { body: '<h1>nothing here</h1>' },
  '/commented': { body: `<!-- ${snippet()} -->` },
  '/other-id': { body: snippet('00AAAAAAAAAAAAAA') },
  '/both': { body: snippet('00AAAAAAAAAAAAAA') + snippet() },
  '/module': { body: snippet(undefined, 'type="module"') },
  '/csp': { body: snippet(), headers: { 'content-security-policy': "default-src 'self'" } },
  '/csp-connect': {
    body: snippet(),
    headers: { 'content-security-policy': "default-src 'self'; script-src watch.example.org" },
  },
  '/csp-ok': { body: snippet(), headers: { 'content-security-policy': 'default-src https://watch.example.org' } },
  '/csp-meta': { body: `<meta http-equiv="content-security-policy" content="script-src 'none'">${snippet()}` },
  '/error': { status: 500, body: snippet() },
  '/image': { body: 'x', headers: { 'content-type': 'image/png' } },
  '/moved': { status: 302, body: '', headers: { location: '/ok' } },
  '/proxied': { body: '<script src="/assets/app.js"></script><script defer src="/stats/hello.js"></script>' },
  '/assets/app.js': { body: 'console.log(1)', headers: { 'content-type': 'text/javascript' } },
  '/stats/hello.js': { body: tracker, headers: { 'content-type': 'text/javascript' } },
}

const server: Server = createServer((request, response) => {
  const page = pages[request.url ?? '']
  response.writeHead(page?.status ?? (page ? 200 : 404), {
    'content-type': 'text/html; charset=utf-8',
    ...page?.headers,
  })
  response.end(page?.body)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())
const base = `http://localhost:${(server.address() as AddressInfo).port}`
pages['/elsewhere'] = { status: 302, body: '', headers: { location: base.replace('localhost', '127.0.0.1') + '/ok' } }

const verify = (path: string, key = site.owner.key, of: TestSite = site) =>
  app.call('POST', `/api/v1/websites/${of.id}/verify`, { key, json: { url: base + path } })

describe('POST /api/v1/websites/:id/verify', () => {
  it.each([
    ['/ok', 'ok', 'is installed'],
    ['/moved', 'ok', 'is installed'],
    ['/both', 'ok', 'is installed'],
    ['/csp-ok', 'ok', 'is installed'],
    ['/proxied', 'ok', 'is installed'],
    ['/missing', 'script_missing', 'was not found'],
    ['/commented', 'script_missing', 'was not found'],
    ['/other-id', 'wrong_tracking_id', 'tracking ID of this website is'],
    ['/module', 'module_script', 'type="module"'],
    ['/csp', 'blocked_by_csp', 'to script-src'],
    ['/csp-connect', 'blocked_by_csp', 'to connect-src'],
    ['/csp-meta', 'blocked_by_csp', 'to script-src'],
    ['/error', 'page_error', 'status 500'],
    ['/nowhere', 'page_error', 'status 404'],
    ['/image', 'not_html', 'HTML'],
    ['/elsewhere', 'wrong_host', '127.0.0.1'],
  ])('reports the tracking script on %s as %s', async (path, result, message) => {
    const answer = await verify(path)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      object: 'website_verification',
      website_id: site.id,
      result,
      checked_url: base + path,
    })
    expect(answer.body.data.message).toContain(message)
  })

  it('reports what it found on the page', async () => {
    expect((await verify('/moved')).body.data).toMatchObject({
      final_url: `${base}/ok`,
      http_status: 200,
      script_url: `https://watch.example.org/t/${site.tracking_id}.js`,
      found_tracking_ids: [site.tracking_id],
      first_event_at: null,
    })
    await post(site, [pageview(site)])
    expect((await verify('/ok')).body.data.first_event_at).toMatch(/^\d{4}/)
  })

  it('reports that the website did not answer', async () => {
    const answer = await app.call('POST', `/api/v1/websites/${site.id}/verify`, {
      key: site.owner.key,
      json: { url: 'http://localhost:1/' },
    })
    expect(answer.body.data).toMatchObject({
      result: 'page_unreachable',
      http_status: null,
      message: 'Connection refused.',
    })
  })

  it('requests only pages of the website, and no private address', async () => {
    const { key } = site.owner
    for (const url of ['http://other.example/', 'ftp://localhost/', 'localhost', 'http://169.254.169.254/']) {
      const answer = await app.call('POST', `/api/v1/websites/${site.id}/verify`, { key, json: { url } })
      expect([url, answer.status]).toEqual([url, 422])
    }
    const stranger = await app.makeUser()
    expect((await verify('/ok', stranger.key)).status).toBe(404)
    const reader = await app.makeKey(site.owner.id, ['websites:read'])
    expect((await verify('/ok', reader.key)).body.required_scope).toBe('websites:write')
  })
})

import { expect, it } from 'vitest'
import type { Egress, PublicEgress } from '../../platform/egress/index.ts'
import { inspectWebsite } from './inspect.ts'

/** An egress that answers every request with a page, and keeps the URLs. */
function createRecorder(): { egress: Egress; urls: string[] } {
  const urls: string[] = []
  const egress = {
    vetUrl: (text: string) => ({ ok: true, url: new URL(text) }),
    resolve: async () => ({ ok: false, kind: 'dns', message: 'none' }),
    request: async ({ url }: { url: string }) => {
      urls.push(url)
      return { ok: true, status: 200, headers: {}, body: Buffer.from('<p>'), final_url: url }
    },
  }
  return { egress: egress as unknown as Egress, urls }
}

const inspect = async (host: string, monitor_urls: string[] = []) => {
  const [granted, open] = [createRecorder(), createRecorder()]
  const parts = {
    egress: granted.egress,
    public_egress: open.egress as PublicEgress,
    isTracker: () => false,
    config: { BASE_URL: 'http://127.0.0.1:1' },
  }
  const site = { id: 1, domain: 'example.com', tracking_id: '00abcdefghijklmn', first_event_at: null, monitor_urls }
  await inspectWebsite(parts, site, { host, path: '/shop' })
  return { granted: granted.urls, open: open.urls }
}

it('reaches a host that only visits name without the allowances for private ranges', async () => {
  expect(await inspect('nas.example.com')).toEqual({
    granted: ['https://example.com/'],
    open: ['https://nas.example.com/shop'],
  })
})

it('reaches the host of the website and of its monitors with them', async () => {
  expect((await inspect('example.com')).granted).toEqual(['https://example.com/', 'https://example.com/shop'])
  expect((await inspect('nas.example.com', ['http://www.example.com:8080/health'])).granted).toEqual([
    'http://www.example.com:8080/',
    'http://www.example.com:8080/shop',
  ])
})

import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startCollecting } from './collecting.ts'

const { app, makeSite } = await startCollecting({}, { load: false })

/** Unlike fetch, this does not decode the body. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(app.base + path, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

describe('GET /t/:tracking_id.js', () => {
  it('is compressed as the browser accepts it, has its media type, is cacheable, and is readable from every origin', async () => {
    const site = await makeSite()
    for (const name of [`${site.tracking_id}.js`, `${site.tracking_id}.vitals.js`]) {
      const plain = await get(`/t/${name}`)
      expect(plain.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'accept-encoding',
        'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      })
      expect(plain.headers['content-encoding']).toBeUndefined()
      const br = await get(`/t/${name}`, { 'accept-encoding': 'gzip, deflate, br' })
      const gzip = await get(`/t/${name}`, { 'accept-encoding': 'gzip' })
      expect(br.headers['content-encoding']).toBe('br')
      expect(gzip.headers['content-encoding']).toBe('gzip')
      expect(brotliDecompressSync(br.body)).toEqual(plain.body)
      expect(gunzipSync(gzip.body)).toEqual(plain.body)
    }
    const { body } = await get(`/t/${site.tracking_id}.js`, { 'accept-encoding': 'br' })
    expect(body.length).toBeLessThan(1500)
  })

  it('has an ETag for each encoding, and answers 304 when it matches', async () => {
    const site = await makeSite()
    const first = await get(`/t/${site.tracking_id}.js`, { 'accept-encoding': 'br' })
    const etag = String(first.headers['etag'])
    const again = await get(`/t/${site.tracking_id}.js`, { 'accept-encoding': 'br', 'if-none-match': `W/${etag}` })
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, etag])
    expect(again.headers['access-control-allow-origin']).toBe('*')
    const other = await get(`/t/${site.tracking_id}.js`, { 'accept-encoding': 'gzip', 'if-none-match': etag })
    expect(other.status).toBe(200)
    expect((await get(`/t/${site.tracking_id}.js`, {}, 'HEAD')).status).toBe(200)
  })

  it('is the same for an unknown id', async () => {
    const site = await makeSite()
    const [known, unknown] = [await get(`/t/${site.tracking_id}.js`), await get('/t/00QQQQQQQQQQQQQQ.js')]
    const keep = ({ status, headers, body }: typeof known) => [
      status,
      { ...headers, date: '', 'x-request-id': '' },
      body.toString(),
    ]
    expect(keep(unknown)).toEqual(keep(known))
  })

  it.each(['/t/short.js', '/t/00QQQQQQQQQQQQQQ', '/t/00QQQQQQQQQQQQQQ.css', '/t/00QQQQQQQQQQQQQ!.js'])(
    'answers 404 to %s',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )

  it('answers a CORS preflight request', async () => {
    const answer = await get(
      '/t/00QQQQQQQQQQQQQQ',
      { origin: 'https://x.example', 'access-control-request-method': 'POST' },
      'OPTIONS',
    )
    expect(answer.status).toBe(204)
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-allow-methods': 'POST' })
  })
})

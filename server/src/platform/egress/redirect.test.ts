import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, get, mustGet, open, readText } from '../../../test/platform/egress/loopback.ts'
import { startHttpTarget, type Target } from '../../../test/platform/egress/targets.ts'

afterEach(closeAll)

describe('redirects', () => {
  async function startChain(): Promise<Target> {
    return open(
      startHttpTarget((request, response) => {
        const left = Number(request.url?.slice(1))
        if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end('moved')
        else response.end('there')
      }),
    )
  }

  it('follows redirects up to the requested number', async () => {
    const target = await startChain()
    for (const hops of [0, 1, 5]) {
      const result = await mustGet(`${target.url}/${hops}`, { follow_redirects: 5 })
      expect(result).toMatchObject({ status: 200, hops, final_url: `${target.url}/0` })
      expect(result.body.toString()).toBe('there')
    }
    expect(await get(`${target.url}/3`, { follow_redirects: 2 })).toMatchObject({
      ok: false,
      kind: 'too_many_redirects',
    })
  })

  it('never follows more than five redirects', async () => {
    const target = await startChain()
    const result = await get(`${target.url}/6`, { follow_redirects: 100 })
    expect(result).toMatchObject({ kind: 'too_many_redirects', message: 'The server redirected more than 5 times.' })
    expect(target.accepted()).toBe(6)
  })

  it('returns the redirect itself if following is off or it has no Location header', async () => {
    const target = await startChain()
    expect(await mustGet(`${target.url}/1`)).toMatchObject({ status: 302, hops: 0 })
    const nowhere = await open(startHttpTarget((_, response) => response.writeHead(302).end('x')))
    expect(await mustGet(nowhere.url, { follow_redirects: 5 })).toMatchObject({ status: 302, hops: 0 })
  })

  it('stops at a redirect to a forbidden or unusable address', async () => {
    let location = ''
    const target = await open(startHttpTarget((_, response) => response.writeHead(302, { location }).end()))
    const forbidden = [
      'http://10.0.0.1/',
      'http://[::1]/',
      '//169.254.169.254/',
      'http://[::ffff:127.0.0.1]/',
      'http://user@10.0.0.1/',
    ]
    for (location of forbidden)
      expect(await get(target.url, { follow_redirects: 5 })).toMatchObject({ kind: 'not_allowed' })
    for (location of [
      'ftp://example.com/',
      'file:///etc/passwd',
      'http://',
      'http://u:p@127.0.0.1/',
      '//u:p@127.0.0.1/',
      'javascript:1',
    ])
      expect(await get(target.url, { follow_redirects: 5 })).toMatchObject({ kind: 'protocol' })
    expect(target.accepted()).toBe(11)
  })

  it('sends secrets within an origin, and drops them permanently after a redirect to another origin', async () => {
    const seen: unknown[] = []
    const note = (request: IncomingMessage) =>
      seen.push([request.url, request.headers['authorization'], request.headers['x-token'], request.headers['x-plain']])
    const home = await open(
      startHttpTarget((request, response) => {
        note(request)
        const location = { '/1': '/2', '/2': `${other.url}/3` }[request.url ?? '']
        response.writeHead(location === undefined ? 200 : 307, location === undefined ? {} : { location }).end()
      }),
    )
    const other: Target = await open(
      startHttpTarget((request, response) => {
        note(request)
        response.writeHead(307, { location: `${home.url}/4` }).end()
      }),
    )
    await mustGet(`${home.url}/1`, {
      follow_redirects: 5,
      headers: { authorization: 'a', 'x-plain': 'p' },
      secret_headers: { 'x-token': 't' },
    })
    expect(seen).toEqual([
      ['/1', 'a', 't', 'p'],
      ['/2', 'a', 't', 'p'],
      ['/3', undefined, undefined, 'p'],
      ['/4', undefined, undefined, 'p'],
    ])
  })

  it('changes POST to GET after 303, and keeps POST after 307', async () => {
    const seen: string[] = []
    const target = await open(
      startHttpTarget((request, response) => {
        void readText(request).then((body) => {
          seen.push(`${request.method} ${request.url} ${body}`)
          const status = Number(request.url?.slice(1))
          response.writeHead(status, status === 200 ? {} : { location: '/200' }).end()
        })
      }),
    )
    await mustGet(`${target.url}/303`, { method: 'POST', body: 'b', follow_redirects: 1 })
    await mustGet(`${target.url}/307`, { method: 'POST', body: 'b', follow_redirects: 1 })
    expect(seen).toEqual(['POST /303 b', 'GET /200 ', 'POST /307 b', 'POST /200 b'])
  })
})

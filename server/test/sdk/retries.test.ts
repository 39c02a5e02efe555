import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, SitewatchError } from '@sitewatch/sdk'
import { afterAll, describe, expect, it } from 'vitest'

interface ReceivedRequest {
  at_ms: number
  method: string
  url: string
  headers: IncomingMessage['headers']
}

type Reply = (response: ServerResponse, request: IncomingMessage) => void

const closers: (() => void)[] = []
afterAll(() => closers.forEach((close) => close()))

/** A server that answers each request with the next reply; the last one is repeated. */
async function serveReplies(...replies: Reply[]): Promise<{ base_url: string; seen: ReceivedRequest[] }> {
  const seen: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    seen.push({ at_ms: Date.now(), method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    request.resume()
    request.on('end', () => replies[Math.min(seen.length, replies.length) - 1]?.(response, request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return { base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
      .end(JSON.stringify({ type: 't', title: 't', status, code, detail: `it is ${code}`, request_id: 'req_1' }))

const ok =
  (data: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ data }))

const cut: Reply = (response) => response.destroy()

const NEW_KEY = { name: 'ci', scopes: ['monitors:read'] } satisfies { name: string; scopes: ['monitors:read'] }

async function failure(call: Promise<unknown>): Promise<SitewatchError> {
  try {
    await call
  } catch (error) {
    if (error instanceof SitewatchError) return error
    throw error
  }
  throw new Error('the call succeeded')
}

describe('an SDK call that was refused temporarily', () => {
  it('is retried once Retry-After has passed, not before', async () => {
    const { base_url, seen } = await serveReplies(problem(429, 'rate_limited', { 'retry-after': '1' }), ok({ id: 5 }))
    await expect(createClient({ base_url, key: 'k' }).keys.show(5)).resolves.toEqual({ id: 5 })
    expect(seen).toHaveLength(2)
    expect((seen[1]?.at_ms ?? 0) - (seen[0]?.at_ms ?? 0)).toBeGreaterThanOrEqual(990)
  })

  it('is retried after a date in Retry-After, and on 503 without one', async () => {
    const past = new Date(Date.now() - 5000).toUTCString()
    const { base_url, seen } = await serveReplies(
      problem(503, 'unavailable', { 'retry-after': past }),
      problem(503, 'unavailable'),
      ok({ id: 5 }),
    )
    await expect(createClient({ base_url, key: 'k' }).keys.remove(5)).resolves.toEqual({ id: 5 })
    expect(seen.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'DELETE'])
  })

  it('fails with the last answer when no tries are left', async () => {
    const { base_url, seen } = await serveReplies(problem(503, 'unavailable', { 'retry-after': '0' }))
    const error = await failure(createClient({ base_url, key: 'k', retries: 3 }).keys.show(5))
    expect(error).toMatchObject({ code: 'unavailable', status: 503, request_id: 'req_1', retry_after_seconds: 0 })
    expect(seen).toHaveLength(4)
  })

  it('fails at once when it would have to wait too long', async () => {
    const { base_url, seen } = await serveReplies(problem(429, 'rate_limited', { 'retry-after': '3000' }))
    const started_ms = Date.now()
    const error = await failure(createClient({ base_url, key: 'k' }).keys.show(5))
    expect(error.retry_after_seconds).toBe(3000)
    expect(seen).toHaveLength(1)
    expect(Date.now() - started_ms).toBeLessThan(10_000)
  })

  it('stops waiting when the caller aborts', async () => {
    const abort = new AbortController()
    const limited = problem(429, 'rate_limited', { 'retry-after': '20' })
    const { base_url, seen } = await serveReplies((...exchange) => {
      limited(...exchange)
      // oxlint-disable-next-line no-restricted-globals -- While the client waits for 20 s; nothing outside shows that it does.
      setTimeout(() => abort.abort(), 100)
    })
    await expect(createClient({ base_url, key: 'k' }).keys.show(5, { signal: abort.signal })).rejects.toThrow(/abort/i)
    expect(seen).toHaveLength(1)
  })

  it.each([400, 401, 403, 404, 409, 412, 422, 500])('is not retried on %i', async (status) => {
    const { base_url, seen } = await serveReplies(problem(status, 'internal_error'))
    expect((await failure(createClient({ base_url, key: 'k' }).keys.show(5))).status).toBe(status)
    expect(seen).toHaveLength(1)
  })
})

describe('an SDK call without an answer', () => {
  it('is retried when it reads', async () => {
    const { base_url, seen } = await serveReplies(cut, cut, ok({ id: 5 }))
    await expect(createClient({ base_url, key: 'k' }).keys.show(5)).resolves.toEqual({ id: 5 })
    expect(seen).toHaveLength(3)
  })

  it('is retried as a POST under one Idempotency-Key, even while the first is still running', async () => {
    const running = problem(409, 'request_in_progress', { 'retry-after': '0' })
    const { base_url, seen } = await serveReplies(cut, running, ok({ id: 5 }), ok({ id: 6 }))
    const client = createClient({ base_url, key: 'k' })
    await expect(client.keys.create(NEW_KEY)).resolves.toEqual({ id: 5 })
    await client.keys.create(NEW_KEY)
    const keys = seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
  })

  it('is not retried when a second answer could mislead: DELETE, PUT, and an anonymous POST', async () => {
    const { base_url, seen } = await serveReplies(cut)
    const client = createClient({ base_url, key: 'k' })
    const password = { current_password: 'a', password: 'b' }
    const errors = await Promise.all([
      failure(client.keys.remove(5)),
      failure(client.account.changePassword(password)),
      failure(client.session.create({ email: 'a@example.com', password: 'b' })),
    ])
    expect(errors.map(({ code }) => code)).toEqual(['unreachable', 'unreachable', 'unreachable'])
    expect(seen.map(({ method }) => method).sort()).toEqual(['DELETE', 'POST', 'PUT'])
  })

  it('sends the key that the caller chose, and none when nothing is retried', async () => {
    const { base_url, seen } = await serveReplies(ok({ id: 5 }))
    await createClient({ base_url, key: 'k' }).keys.create(NEW_KEY, { idempotency_key: 'mine' })
    await createClient({ base_url, key: 'k', retries: 0 }).keys.create(NEW_KEY)
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', undefined])
  })

  it('ends at its deadline', async () => {
    const { base_url } = await serveReplies(() => undefined)
    const started_ms = Date.now()
    const error = await failure(createClient({ base_url, key: 'k', timeout_ms: 150, retries: 1 }).keys.show(5))
    expect(error.code).toBe('timeout')
    expect(Date.now() - started_ms).toBeLessThan(10_000)
  })

  it('reports that nobody listens, and the cause', async () => {
    const error = await failure(createClient({ base_url: 'http://127.0.0.1:9', key: 'k', retries: 0 }).keys.list())
    expect(error).toMatchObject({ code: 'unreachable', status: 0 })
    expect(error.detail).toContain('http://127.0.0.1:9/api/keys')
  })
})

describe('an answer that does not come from this API', () => {
  const send = (status: number, headers: Record<string, string>, text = ''): Reply => {
    return (response) => response.writeHead(status, headers).end(text)
  }
  it.each<[string, Reply, string, string]>([
    ['a page', send(404, { 'content-type': 'text/html' }, '<h1>no</h1>'), 'unexpected_answer', '404'],
    ['a success without data', send(200, {}, '{"ok":true}'), 'unexpected_answer', '200'],
    ['an empty success', send(200, {}), 'unexpected_answer', '200'],
    ['a redirect', send(301, { location: 'http://127.0.0.1:9/' }), 'redirected', 'http://127.0.0.1:9/'],
  ])('is an error that explains it: %s', async (_, reply, code, detail) => {
    const { base_url, seen } = await serveReplies(reply)
    const error = await failure(createClient({ base_url, key: 'k' }).keys.create(NEW_KEY))
    expect(error.code).toBe(code)
    expect(error.detail).toContain(detail)
    expect(seen).toHaveLength(1)
  })
})

describe('if_match of the SDK client', () => {
  it('takes the record that was read, and sends the ETag that came with it', async () => {
    const { base_url, seen } = await serveReplies(ok({ id: 5 }, { etag: '"v1"' }), ok({ id: 5 }, { etag: '"v2"' }))
    const client = createClient({ base_url, key: 'k' })
    const user = await client.users.show(5)
    const changed = await client.users.update(5, { is_suspended: true }, { if_match: user })
    await client.users.update(5, {}, { if_match: changed })
    await client.users.update(5, {}, { if_match: '"mine"' })
    expect(seen.map(({ headers }) => headers['if-match'])).toEqual([undefined, '"v1"', '"v2"', '"mine"'])
  })

  it('refuses a record without a known ETag instead of overwriting', async () => {
    const { base_url, seen } = await serveReplies(ok({ id: 5 }))
    const client = createClient({ base_url, key: 'k' })
    await expect(client.users.update(5, {}, { if_match: { id: 5 } })).rejects.toThrow(TypeError)
    expect(seen).toHaveLength(0)
  })
})

describe('the credential of the SDK client', () => {
  it('is the key, and then no cookies are sent', async () => {
    const { base_url, seen } = await serveReplies(ok({ id: 5 }))
    const modes: (string | undefined)[] = []
    const noting: typeof fetch = (input, init) => {
      modes.push(init?.credentials)
      return fetch(input, init)
    }
    await createClient({ base_url: `${base_url}/sub//`, key: 'sw_x', fetch: noting }).keys.show(5)
    await createClient({ base_url, fetch: noting }).session.show()
    expect(modes).toEqual(['omit', 'same-origin'])
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer sw_x', undefined])
    expect(seen[0]?.url).toBe('/sub/api/keys/5')
  })
})

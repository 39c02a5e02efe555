import { describe, expect, it } from 'vitest'
import { startCollecting, type TestSite } from './collecting.ts'

const { app, makeSite, post, pageview } = await startCollecting({}, { load: false })

async function* follow(site: TestSite, key: string, signal: AbortSignal) {
  const response = await fetch(`${app.base}/api/v1/websites/${site.id}/live`, {
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
    signal,
  })
  if (!response.ok || !response.body) throw new Error(String(response.status))
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages)
      if (message.startsWith('data: ')) yield JSON.parse(message.slice(6)) as { first_event_at: string | null }
  }
}

describe('GET /api/v1/websites/:id/live', () => {
  it('sends the first event the moment it arrives, and then ends', async () => {
    const site = await makeSite()
    const stream = follow(site, site.owner.key, AbortSignal.timeout(20_000))
    expect((await stream.next()).value).toEqual({
      object: 'website_live',
      website_id: site.id,
      first_event_at: null,
      first_event_origin: null,
    })
    const other = await makeSite()
    await post(other, [pageview(other)])
    await post(site, [pageview({ domain: 'elsewhere.example' })])
    const started = performance.now()
    await post(site, [pageview(site)])
    expect((await stream.next()).value?.first_event_at).toMatch(/^\d{4}-/)
    expect(performance.now() - started).toBeLessThan(5000)
    expect((await stream.next()).done).toBe(true)
  })

  it('answers a request without text/event-stream with the record', async () => {
    const site = await makeSite()
    const answer = await app.call('GET', `/api/v1/websites/${site.id}/live`, { key: site.owner.key })
    const empty = { first_event_at: null, first_event_origin: null }
    expect(answer.body).toEqual({ data: { object: 'website_live', website_id: site.id, ...empty } })
  })

  it("keeps the origin of the first event's page, not that of a later event", async () => {
    const site = await makeSite()
    const read = async () =>
      (await app.call('GET', `/api/v1/websites/${site.id}/live`, { key: site.owner.key })).body.data
    await post(site, [{ ...pageview(site), u: `http://shop.${site.domain}:8443/a/b?token=secret` }])
    expect(await read()).toMatchObject({
      first_event_at: expect.stringMatching(/^\d{4}-/),
      first_event_origin: `http://shop.${site.domain}:8443`,
    })
    await post(site, [{ ...pageview(site), u: `https://${site.domain}/` }])
    expect((await read()).first_event_origin).toBe(`http://shop.${site.domain}:8443`)
  })

  it('answers 404 to another team', async () => {
    const site = await makeSite()
    const stranger = await app.makeUser()
    await expect(follow(site, stranger.key, AbortSignal.timeout(5000)).next()).rejects.toThrow('404')
    const { key } = await app.makeKey(site.owner.id, ['stats:read'])
    await expect(follow(site, key, AbortSignal.timeout(5000)).next()).rejects.toThrow('403')
  })
})

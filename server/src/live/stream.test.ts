import { LIVE_TOPICS, type LiveChange } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import type { Hub, News, Watcher } from './hub.ts'
import { followChanges } from './stream.ts'

function start(topics: readonly LiveChange['topic'][] = LIVE_TOPICS) {
  const watchers = new Set<Watcher>()
  const hub: Hub = {
    count: () => watchers.size,
    async watch(_user_id, watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
  const over = new AbortController()
  const credential = { isValid: true }
  const stream = followChanges({
    hub,
    user_id: 1,
    isValid: async () => credential.isValid,
    topics: new Set(topics),
    signal: over.signal,
    gather_ms: 1,
  })
  const say = (news: News): void => watchers.forEach((watcher) => watcher(news))
  return { stream, say, over, watchers, credential }
}

const monitor = (id: number): LiveChange => ({ topic: 'monitor', id })

describe('followChanges', () => {
  it('says that it is ready, then each record once, however often it changed meanwhile', async () => {
    const { stream, say } = start()
    expect((await stream.next()).value).toMatchObject({ name: 'ready' })
    for (const id of [5, 6, 5, 5]) say(monitor(id))
    expect((await stream.next()).value).toMatchObject({ name: 'change', data: monitor(5) })
    expect((await stream.next()).value).toMatchObject({ name: 'change', data: monitor(6) })
    say(monitor(5))
    expect((await stream.next()).value).toMatchObject({ name: 'change', data: monitor(5) })
  })

  it('says "resync" once in place of very many, and when some may have been missed', async () => {
    const { stream, say } = start()
    await stream.next()
    for (let id = 1; id < 1000; id++) say(monitor(id))
    expect((await stream.next()).value).toMatchObject({ name: 'resync' })
    say(monitor(1))
    say('missed')
    expect((await stream.next()).value).toMatchObject({ name: 'resync' })
    say(monitor(2))
    expect((await stream.next()).value).toMatchObject({ name: 'change', data: monitor(2) })
  })

  it('leaves out topics that the caller may not read', async () => {
    const { stream, say } = start(['website'])
    await stream.next()
    say({ topic: 'provider', id: 1 })
    say({ topic: 'website', id: 2 })
    expect((await stream.next()).value).toMatchObject({ data: { topic: 'website', id: 2 } })
  })

  it('ends when its reader goes, and watches no more', async () => {
    const { stream, over, watchers } = start()
    await stream.next()
    const next = stream.next()
    over.abort()
    expect(await next).toEqual({ done: true, value: undefined })
    expect(watchers.size).toBe(0)
  })

  it.each(['revoked', 'missed'] as const)(
    'ends when its credential has, told "%s", and says nothing more',
    async (news) => {
      const { stream, say, watchers, credential } = start()
      await stream.next()
      const next = stream.next()
      credential.isValid = false
      say(monitor(5))
      say(news)
      expect(await next).toEqual({ done: true, value: undefined })
      expect(watchers.size).toBe(0)
    },
  )

  it('goes on when it was another credential that ended', async () => {
    const { stream, say } = start()
    await stream.next()
    const next = stream.next()
    say('revoked')
    say(monitor(5))
    expect((await next).value).toMatchObject({ name: 'change', data: monitor(5) })
  })

  it('does not begin with a credential that ended before anybody listened', async () => {
    const { stream, credential } = start()
    credential.isValid = false
    expect(await stream.next()).toEqual({ done: true, value: undefined })
  })
})

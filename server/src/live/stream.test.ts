import { LIVE_TOPICS, type LiveChange } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import type { Hub, LiveNotice, Watcher } from './hub.ts'
import { followChanges } from './stream.ts'

function start(topics: readonly LiveChange['topic'][] = LIVE_TOPICS) {
  const watchers = new Set<Watcher>()
  const hub: Hub = {
    count: () => watchers.size,
    async watch(_follower, watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
  const connection = new AbortController()
  const credential = { isValid: true }
  const stream = followChanges({
    hub,
    follower: { user_id: 1, team_id: 1 },
    isValid: async () => credential.isValid,
    topics: new Set(topics),
    signal: connection.signal,
    batch_ms: 1,
  })
  const publish = (notice: LiveNotice): void => watchers.forEach((watcher) => watcher(notice))
  return { stream, publish, connection, watchers, credential }
}

const monitor = (id: number): LiveChange => ({ topic: 'monitor', id })

describe('followChanges', () => {
  it('sends "ready", then each changed record once, however often it changed meanwhile', async () => {
    const { stream, publish } = start()
    expect((await stream.next()).value).toMatchObject({ name: 'ready' })
    for (const id of [5, 6, 5, 5]) publish(monitor(id))
    expect((await stream.next()).value).toMatchObject({ name: 'change', data: monitor(5) })
    expect((await stream.next()).value).toMatchObject({ name: 'change', data: monitor(6) })
    publish(monitor(5))
    expect((await stream.next()).value).toMatchObject({ name: 'change', data: monitor(5) })
  })

  it('sends one "resync" instead of very many changes, and when some may have been missed', async () => {
    const { stream, publish } = start()
    await stream.next()
    for (let id = 1; id < 1000; id++) publish(monitor(id))
    expect((await stream.next()).value).toMatchObject({ name: 'resync' })
    publish(monitor(1))
    publish('missed')
    expect((await stream.next()).value).toMatchObject({ name: 'resync' })
    publish(monitor(2))
    expect((await stream.next()).value).toMatchObject({ name: 'change', data: monitor(2) })
  })

  it('sends no topic that the caller may not read', async () => {
    const { stream, publish } = start(['website'])
    await stream.next()
    publish({ topic: 'provider', id: 1 })
    publish({ topic: 'website', id: 2 })
    expect((await stream.next()).value).toMatchObject({ data: { topic: 'website', id: 2 } })
  })

  it('ends and stops watching when the client disconnects', async () => {
    const { stream, connection, watchers } = start()
    await stream.next()
    const next = stream.next()
    connection.abort()
    expect(await next).toEqual({ done: true, value: undefined })
    expect(watchers.size).toBe(0)
  })

  it.each(['revoked', 'missed'] as const)(
    'ends without another event when its credential is no longer valid, after "%s"',
    async (notice) => {
      const { stream, publish, watchers, credential } = start()
      await stream.next()
      const next = stream.next()
      credential.isValid = false
      publish(monitor(5))
      publish(notice)
      expect(await next).toEqual({ done: true, value: undefined })
      expect(watchers.size).toBe(0)
    },
  )

  it('continues when another credential of the user was revoked', async () => {
    const { stream, publish } = start()
    await stream.next()
    const next = stream.next()
    publish('revoked')
    publish(monitor(5))
    expect((await next).value).toMatchObject({ name: 'change', data: monitor(5) })
  })

  it('does not start with a credential that was revoked before it listened', async () => {
    const { stream, credential } = start()
    credential.isValid = false
    expect(await stream.next()).toEqual({ done: true, value: undefined })
  })
})

import { describe, expect, it } from 'vitest'
import { createHub, type News, readNews } from './hub.ts'

function makeHub() {
  let handler: (payload: string | null) => void = () => undefined
  let listeners = 0
  const hub = createHub({
    listen: async (_channel, given) => {
      listeners += 1
      handler = given
      return async () => undefined
    },
  })
  return { hub, say: (payload: string | null) => handler(payload), listeners: () => listeners }
}

const describeNews = (news: News): string => (typeof news === 'string' ? news : `${news.topic} ${news.id}`)

describe('the hub', () => {
  it('tells a change to those who watch for its user, and to nobody else', async () => {
    const { hub, say, listeners } = makeHub()
    const told: string[] = []
    for (const [name, user_id] of [
      ['a', 1],
      ['b', 1],
      ['c', 2],
    ] as const) {
      await hub.watch(user_id, (news) => told.push(`${name} ${describeNews(news)}`))
    }
    say('1 monitor 5')
    say('3 monitor 6')
    say('2 website 7')
    say('1 credential 0')
    expect(told).toEqual(['a monitor 5', 'b monitor 5', 'c website 7', 'a revoked', 'b revoked'])
    expect(listeners()).toBe(1)
  })

  it('tells everybody when something may have been missed', async () => {
    const { hub, say } = makeHub()
    const told: unknown[] = []
    await hub.watch(1, (news) => told.push(news))
    await hub.watch(2, (news) => told.push(news))
    say(null)
    expect(told).toEqual(['missed', 'missed'])
  })

  it('forgets who has gone', async () => {
    const { hub, say } = makeHub()
    const told: unknown[] = []
    const unwatch = await hub.watch(1, (news) => told.push(news))
    expect(hub.count(1)).toBe(1)
    unwatch()
    unwatch()
    say('1 monitor 5')
    expect([told, hub.count(1)]).toEqual([[], 0])
  })

  it('passes over what it does not know', () => {
    expect(readNews('1 spaceship 5')).toBeNull()
    expect(readNews('')).toBeNull()
    expect(readNews('1 goal 5')).toEqual({ user_id: 1, news: { topic: 'goal', id: 5 } })
  })
})

import { describe, expect, it } from 'vitest'
import { createHub, type LiveNotice, parseNotice } from './hub.ts'

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
  return { hub, publish: (payload: string | null) => handler(payload), listeners: () => listeners }
}

const describeNotice = (notice: LiveNotice): string =>
  typeof notice === 'string' ? notice : `${notice.topic} ${notice.id}`

describe('createHub', () => {
  it('passes a change to the watchers of its team and to no other', async () => {
    const { hub, publish, listeners } = makeHub()
    const received: string[] = []
    for (const [name, id] of [
      ['a', 1],
      ['b', 1],
      ['c', 2],
    ] as const) {
      await hub.watch({ user_id: id, team_id: 10 + id }, (notice) => received.push(`${name} ${describeNotice(notice)}`))
    }
    publish('11 monitor 5')
    publish('13 monitor 6')
    publish('12 website 7')
    publish('1 credential 0')
    expect(received).toEqual(['a monitor 5', 'b monitor 5', 'c website 7', 'a revoked', 'b revoked'])
    expect(listeners()).toBe(1)
  })

  it('notifies every watcher when notifications may have been missed', async () => {
    const { hub, publish } = makeHub()
    const received: unknown[] = []
    await hub.watch({ user_id: 1, team_id: 11 }, (notice) => received.push(notice))
    await hub.watch({ user_id: 2, team_id: 12 }, (notice) => received.push(notice))
    publish(null)
    expect(received).toEqual(['missed', 'missed'])
  })

  it('no longer notifies a watcher that has unsubscribed', async () => {
    const { hub, publish } = makeHub()
    const received: unknown[] = []
    const unwatch = await hub.watch({ user_id: 1, team_id: 11 }, (notice) => received.push(notice))
    expect(hub.count(1)).toBe(1)
    unwatch()
    unwatch()
    publish('11 monitor 5')
    expect([received, hub.count(1)]).toEqual([[], 0])
  })

  it('ignores an unknown topic', () => {
    expect(parseNotice('1 spaceship 5')).toBeNull()
    expect(parseNotice('')).toBeNull()
    expect(parseNotice('1 goal 5')).toEqual({ team_id: 1, notice: { topic: 'goal', id: 5 } })
  })
})

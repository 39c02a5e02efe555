import { describe, expect, it, vi } from 'vitest'
import { createAnchors } from './anchors.ts'

const ONE = 'one.example:443'
const TWO = 'two.example:443'

function setUp() {
  let now = 1000
  const reachable = new Set<string>()
  const probedAt: number[] = []
  const changes: boolean[] = []
  let hold: Promise<void> = Promise.resolve()
  const anchors = createAnchors({
    anchors: [ONE, TWO],
    now_ms: () => now,
    onChange: (online) => changes.push(online),
    probe: async (anchor) => {
      if (anchor === ONE) probedAt.push(now)
      await hold
      return reachable.has(anchor)
    },
  })
  return {
    anchors,
    reachable,
    probedAt,
    changes,
    pass: (ms: number) => (now += ms),
    holdBack() {
      let release = (): void => undefined
      hold = new Promise((resolve) => (release = resolve))
      return release
    },
  }
}

describe('anchors', () => {
  it('returns online as soon as one anchor replies', async () => {
    const { anchors, reachable } = setUp()
    reachable.add(TWO)
    expect(await anchors.judge(900)).toBe('online')
  })

  it('returns offline when no anchor replies, and reports each change once', async () => {
    const { anchors, reachable, changes, pass } = setUp()
    expect(await anchors.judge(900)).toBe('offline')
    pass(1000)
    expect(await anchors.judge(1900)).toBe('offline')
    reachable.add(ONE)
    pass(1000)
    expect(await anchors.judge(2900)).toBe('online')
    expect(changes).toEqual([false, true])
  })

  it('returns offline for a check that started during a network outage and ended after it', async () => {
    const { anchors, reachable, pass } = setUp()
    anchors.suspect()
    await vi.waitFor(async () => expect(await anchors.judge(Number.POSITIVE_INFINITY)).toBe('offline'), {
      timeout: 30_000,
    })
    reachable.add(ONE)
    pass(5000)
    expect(await anchors.judge(900)).toBe('offline')
    pass(1000)
    expect(await anchors.judge(6000)).toBe('online')
  })

  it('ignores an anchor probe that finished or started before the failure', async () => {
    const { anchors, reachable, probedAt, pass, holdBack } = setUp()
    reachable.add(ONE)
    const release = holdBack()
    const early = anchors.judge(1000)
    pass(500)
    const late = anchors.judge(1500)
    reachable.clear()
    release()
    expect(await early).toBe('offline')
    expect(await late).toBe('offline')
    expect(probedAt).toEqual([1000, 1500])
  })

  it('probes the anchors once for many checks that fail together', async () => {
    const { anchors, reachable, probedAt } = setUp()
    reachable.add(ONE)
    const verdicts = await Promise.all(Array.from({ length: 500 }, () => anchors.judge(900)))
    expect(new Set(verdicts)).toEqual(new Set(['online']))
    expect(probedAt.length).toBe(1)
  })

  it('returns not_asked when no anchors are configured', async () => {
    expect(await createAnchors({ anchors: [] }).judge(0)).toBe('not_asked')
  })
})

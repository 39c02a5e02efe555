import { describe, expect, it } from 'vitest'
import { createVisitorEvents } from './visitor-events.ts'

describe('createVisitorEvents', () => {
  it('admits a limited number of events of each visitor', () => {
    const events = createVisitorEvents(3)
    expect(['a', 'a', 'b', 'a', 'a', 'b'].map((id) => events.admit(id))).toEqual([true, true, true, true, false, true])
  })

  it('keeps counting a visitor who continues to send, however many others come and go', () => {
    const events = createVisitorEvents(2, 10)
    const admitted = Array.from({ length: 100 }, (_, n) => {
      for (let other = 0; other < 9; other++) events.admit(`other ${n} ${other}`)
      return events.admit('busy')
    })
    expect(admitted.filter(Boolean)).toHaveLength(2)
  })
})

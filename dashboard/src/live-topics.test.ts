import { expect, it } from 'vitest'
import { keysOfTopic, readChange } from './live-topics.ts'

it('a change makes the lists and the overview stale that show it', () => {
  expect(keysOfTopic('incident')).toContain('overview')
  expect(keysOfTopic('monitor')).toContain('monitors')
  expect(keysOfTopic('status_page')).toEqual(['status-pages'])
  expect(keysOfTopic('something_new')).toEqual(['something_new'])
})

it('a message that is no change is passed over', () => {
  expect(readChange('{"topic":"monitor","id":7}')).toEqual({ topic: 'monitor', id: 7 })
  expect(readChange('{"topic":7}')).toBeUndefined()
})

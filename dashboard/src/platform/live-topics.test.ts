import { expect, it } from 'vitest'
import { keysOfTopic, readChange } from './live-topics.ts'

it('keysOfTopic returns the lists and the overview that show a record', () => {
  expect(keysOfTopic('incident')).toContain('overview')
  expect(keysOfTopic('monitor')).toContain('monitors')
  expect(keysOfTopic('objective')).toEqual(['objective', 'overview'])
  expect(keysOfTopic('escalation_policy')).toContain('monitors')
  expect(keysOfTopic('status_page')).toEqual(['status-pages'])
  expect(keysOfTopic('something_new')).toEqual(['something_new'])
})

it('readChange ignores a message that is not a change', () => {
  expect(readChange('{"topic":"monitor","id":7}')).toEqual({ topic: 'monitor', id: 7 })
  expect(readChange('{"topic":7}')).toBeUndefined()
})

import { expect, it } from 'vitest'
import { describeFieldError } from './form-context.ts'
import { pickChanged, readForm } from './form-values.ts'

it('readForm treats an empty field as not sent, and passes an invalid number to the server as typed', () => {
  const data = new FormData()
  data.set('email', ' a@example.com ')
  data.set('code', '  ')
  data.set('interval', '60')
  data.set('timeout', 'soon')
  data.set('target', '99,95')
  data.set('retention_days', '1,000')
  data.append('scopes', 'stats:read')
  data.append('scopes', 'events:write')
  data.set('is_active', 'on')
  const values = readForm(data)
  expect(values.text('email')).toBe(' a@example.com ')
  expect(values.optionalText('email')).toBe('a@example.com')
  expect(values.optionalText('code')).toBeUndefined()
  expect(values.optionalNumber('interval')).toBe(60)
  expect(values.optionalNumber('timeout')).toBe('soon')
  expect(values.optionalNumber('target')).toBe(99.95)
  expect(values.optionalNumber('retention_days')).toBe('1,000')
  expect(values.optionalNumber('none')).toBeUndefined()
  expect(values.all('scopes')).toEqual(['stats:read', 'events:write'])
  expect([values.checked('is_active'), values.checked('none')]).toEqual([true, false])
})

it('describeFieldError removes the field name from the message of the server', () => {
  expect(describeFieldError({ field: 'email', message: 'email must be an e-mail address.' })).toBe(
    'Must be an e-mail address.',
  )
  expect(describeFieldError({ field: 'code', message: 'This account needs a code.' })).toBe(
    'This account needs a code.',
  )
})

it('pickChanged returns only changed fields, and compares a list as one value', () => {
  const shown = { id: 7, name: 'Shop', tags: ['a', 'b'], note: null }
  expect(pickChanged(shown, { name: 'Shop', tags: ['a', 'b'], note: null })).toEqual({})
  expect(pickChanged(shown, { name: 'Till', tags: ['b'], note: '' })).toEqual({ name: 'Till', tags: ['b'], note: '' })
  expect(pickChanged<{ password?: string | undefined }>({}, { password: undefined })).toEqual({})
})

import { expect, it } from 'vitest'
import { readReturnPath } from './return-path.ts'

it('accepts only paths of the app, and returns / for anything else', () => {
  expect(readReturnPath('/websites/3?period=7d')).toBe('/websites/3?period=7d')
  for (const path of [
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/sign-in',
  ])
    expect(readReturnPath(path), String(path)).toBe('/')
})

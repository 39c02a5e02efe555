import { expect, it } from 'vitest'
import { readReturnPath } from './return-path.ts'

it('leads back into the app and nowhere else', () => {
  expect(readReturnPath('/websites/3?period=7d')).toBe('/websites/3?period=7d')
  for (const given of [
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/sign-in',
  ])
    expect(readReturnPath(given), String(given)).toBe('/')
})

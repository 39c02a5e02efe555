import { describe, expect, it } from 'vitest'
import { readTimezone } from './timezone-name.ts'

describe('readTimezone', () => {
  it.each([
    ['UTC', 'UTC'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Europe/Kiev', 'Europe/Kiev'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['Etc/UTC', 'UTC'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
  ])('%s is stored as %s', (name, stored) => {
    expect(readTimezone(name)).toBe(stored)
  })

  it.each([
    '',
    'Mars/Olympus',
    '+01:00',
    '-0800',
    '01:00',
    'Europe',
    'SystemV/PST8',
    'Europe/Berlin ',
    '../etc/passwd',
  ])('refuses %j', (name) => {
    expect(readTimezone(name)).toBeNull()
  })

  it('accepts every name that it returns, unchanged', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      const stored = readTimezone(name)
      expect(stored).toBe(name)
      expect(readTimezone(name.toUpperCase())).not.toBeNull()
    }
  })
})

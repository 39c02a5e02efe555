import { describe, expect, it } from 'vitest'
import { findDestinationChange } from './destination.ts'

const move = (before: string | null, after: string | null) =>
  findDestinationChange({ urls: [before] }, { urls: [after] })

describe('findDestinationChange', () => {
  it.each([
    ['https://a.example/hook', 'https://a.example/other?x=1#y'],
    ['https://a.example', 'https://A.EXAMPLE:443/'],
    ['http://a.example', 'https://a.example'],
    ['http://a.example:80/x', 'https://a.example:443/x'],
    ['http://a.example:8080', 'https://a.example:8080'],
    ['http://a.example', 'https://a.example:80'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://[::1]:8080', 'http://[0:0:0:0:0:0:0:1]:8080'],
    ['mail.example.com:25', 'MAIL.example.com:25'],
    [null, null],
  ])('finds no change from %s to %s', (before, after) => {
    expect(move(before, after)).toBeNull()
  })

  it.each([
    ['https://a.example', 'http://a.example'],
    ['https://a.example', 'https://b.example'],
    ['https://a.example', 'https://a.example.b.example'],
    ['https://a.example', 'https://sub.a.example'],
    ['https://a.example', 'https://a.example.'],
    ['https://a.example', 'https://a.example:8443'],
    ['http://a.example', 'http://a.example:443'],
    ['http://a.example:8080', 'https://a.example'],
    ['http://a.example', 'https://a.example:8443'],
    ['http://a.example', 'https://b.example'],
    ['https://a.example', 'a.example'],
    ['mail.example.com:25', 'mail.example.com:587'],
    [null, 'https://a.example'],
    ['https://a.example', null],
  ])('finds another origin from %s to %s', (before, after) => {
    expect(move(before, after)).toBe('origin')
  })

  it('compares every URL', () => {
    const [a, b] = ['https://a.example', 'https://b.example']
    expect(findDestinationChange({ urls: [a, b] }, { urls: [a, b] })).toBeNull()
    expect(findDestinationChange({ urls: [a, b] }, { urls: [a, a] })).toBe('origin')
    expect(findDestinationChange({ urls: [a] }, { urls: [a, b] })).toBe('origin')
  })

  it.each([
    [{ resolver: null }, { resolver: '192.0.2.1' }, 'resolver'],
    [{ resolver: '192.0.2.1' }, {}, 'resolver'],
    [{ resolver: null }, {}, null],
    [{ verify_tls: true }, { verify_tls: false }, 'verify_tls'],
    [{}, { verify_tls: false }, 'verify_tls'],
    [{ verify_tls: false }, { verify_tls: false }, null],
    [{ verify_tls: false }, { verify_tls: true }, null],
  ])('from %j to %j, finds %j', (before, after, change) => {
    const urls = ['https://a.example']
    expect(findDestinationChange({ urls, ...before }, { urls, ...after })).toBe(change)
  })
})

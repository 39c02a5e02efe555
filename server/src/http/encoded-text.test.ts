import { describe, expect, it } from 'vitest'
import { encodeOnce, pickEncoding } from './encoded-text.ts'

describe('pickEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['deflate', 'identity'],
  ])('chooses for Accept-Encoding %j %s', (header, encoding) => expect(pickEncoding(header)).toBe(encoding))

  it('chooses only what there is', () => {
    expect(pickEncoding('gzip, br', (encoding) => encoding === 'gzip')).toBe('gzip')
    expect(pickEncoding('gzip, br', () => false)).toBe('identity')
    expect(pickEncoding('br ; q=0.000, gzip ; q = 0')).toBe('identity')
  })
})

describe('encodeOnce', () => {
  it('makes the text once, and again if that failed', async () => {
    let made = 0
    const read = encodeOnce(() => {
      if (++made === 1) throw new Error('no such file')
      return 'text'
    })
    await expect(read()).rejects.toThrow('no such file')
    const [one, other] = await Promise.all([read(), read()])
    expect([made, one.bodies.identity.toString(), one === other]).toEqual([2, 'text', true])
  })
})

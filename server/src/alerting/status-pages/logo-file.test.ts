import { deflateSync, crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLogoFile } from './logo-file.ts'

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function makePng(width: number, height: number, padding = 0): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(padding > 0 ? [chunk('tEXt', Buffer.alloc(padding))] : []),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * Math.min(height, 100)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const WEBP = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64')
const WEBP_LOSSLESS = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080010002001011100ffda0008010100003f00d2cf20ffd9',
  'hex',
)

describe('readLogoFile', () => {
  it('recognises PNG, WebP and JPEG by their bytes, with their size', () => {
    expect(readLogoFile(makePng(120, 40))).toEqual({ type: 'image/png', width: 120, height: 40 })
    expect(readLogoFile(WEBP)).toEqual({ type: 'image/webp', width: 1, height: 1 })
    expect(readLogoFile(WEBP_LOSSLESS)).toMatchObject({ type: 'image/webp', width: 1 })
    expect(readLogoFile(JPEG)).toEqual({ type: 'image/jpeg', width: 32, height: 16 })
  })

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', Buffer.from('GIF89a')],
    ['a PNG followed by a page', Buffer.concat([makePng(4, 4), Buffer.from('<script>alert(1)</script>')])],
    ['a PNG with a wrong checksum', Buffer.from(makePng(4, 4).map((byte, at) => (at === 20 ? byte ^ 1 : byte)))],
    ['a PNG without its end', makePng(4, 4).subarray(0, -12)],
    ['a WebP of another length', Buffer.concat([WEBP, Buffer.from('<script>')])],
    ['a JPEG without its end', JPEG.subarray(0, -2)],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s', (_name, file) => {
    expect(readLogoFile(file)).toBe('must be a PNG, JPEG or WebP file')
  })

  it('refuses a file that is too large, in bytes or in pixels', () => {
    expect(readLogoFile(makePng(4, 4, 102_400))).toBe('must not be larger than 100 KiB')
    expect(readLogoFile(makePng(4, 2001))).toBe('must have 1 to 2,000 pixels a side')
    expect(readLogoFile(makePng(0, 4))).toBe('must have 1 to 2,000 pixels a side')
  })

  it('does not throw for any bytes', () => {
    const starts = [makePng(4, 4).subarray(0, 8), WEBP.subarray(0, 16), JPEG.subarray(0, 4)]
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        readLogoFile(Buffer.concat([start, rest]))
      }),
    )
  })
})

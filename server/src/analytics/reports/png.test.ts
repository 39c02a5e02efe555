import { crc32, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { drawBars, DISPLAY_SIZE } from './chart.ts'

interface Read {
  width: number
  height: number
  rows: Buffer[]
  chunks: string[]
}

/** Decodes a PNG, and verifies its checksums. */
function readPng(png: Buffer): Read {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body))
    chunks.set(body.subarray(0, 4).toString('latin1'), body.subarray(4))
    at += 12 + length
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const data = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  expect(data.length).toBe(height * (width + 1))
  const rows = Array.from({ length: height }, (_, y) => data.subarray(y * (width + 1), (y + 1) * (width + 1)))
  expect(rows.every((row) => row[0] === 0)).toBe(true)
  return { width, height, rows: rows.map((row) => row.subarray(1)), chunks: [...chunks.keys()] }
}

const heightsOf = ({ width, rows }: Read, bars: number): number[] =>
  Array.from({ length: bars }, (_, n) => {
    const x = Math.floor(((n + 0.5) * width) / bars)
    return rows.filter((row) => row[x] === 1).length
  })

describe('the chart', () => {
  it('is a PNG with a bar for each value, of proportional height', () => {
    const read = readPng(drawBars([0, 50, 100, 1, 25, 0, 100]))
    expect([read.width, read.height]).toEqual([DISPLAY_SIZE.width * 2, DISPLAY_SIZE.height * 2])
    expect(read.chunks).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
    expect(heightsOf(read, 7)).toEqual([0, 95, 190, 4, 48, 0, 190])
  })

  it.each([[[]], [[0, 0, 0]], [Array.from({ length: 31 }, (_, n) => n * 1e9)]])('draws %j', (values) => {
    const read = readPng(drawBars(values))
    expect(read.rows.at(-1)?.every((pixel) => pixel === 2)).toBe(true)
    expect(drawBars(values).length).toBeLessThan(4096)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeQrCode } from './qr-code.ts'

type Modules = ReturnType<typeof makeQrCode>

/** Values of the tables in ISO/IEC 18004, copied independently of the package that draws the code. */
const FORMAT_L = [
  '111011111000100',
  '111001011110011',
  '111110110101010',
  '111100010011101',
  '110011000101111',
  '110001100011000',
  '110110001000001',
  '110100101110110',
]
const ALIGNMENT: Record<number, number[]> = {
  1: [],
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
  11: [6, 30, 54],
  12: [6, 32, 58],
  13: [6, 34, 62],
  14: [6, 26, 46, 66],
  15: [6, 26, 48, 70],
  16: [6, 26, 50, 74],
  17: [6, 30, 54, 78],
  18: [6, 30, 56, 82],
  19: [6, 30, 58, 86],
  20: [6, 34, 62, 90],
}
/** [blocks, data bytes a block] of each group, level L; the rest up to the total is error correction. */
const GROUPS: Record<number, [total: number, ...groups: [number, number][]]> = {
  1: [26, [1, 19]],
  2: [44, [1, 34]],
  3: [70, [1, 55]],
  4: [100, [1, 80]],
  5: [134, [1, 108]],
  6: [172, [2, 68]],
  7: [196, [2, 78]],
  8: [242, [2, 97]],
  9: [292, [2, 116]],
  10: [346, [2, 68], [2, 69]],
  11: [404, [4, 81]],
  12: [466, [2, 92], [2, 93]],
  13: [532, [4, 107]],
  14: [581, [3, 115], [1, 116]],
  15: [655, [5, 87], [1, 88]],
  16: [733, [5, 98], [1, 99]],
  17: [815, [1, 107], [5, 108]],
  18: [901, [5, 120], [1, 121]],
  19: [991, [3, 113], [4, 114]],
  20: [1085, [3, 107], [5, 108]],
}

const versionOf = (modules: Modules): number => (modules.length - 17) / 4

function isFixed(version: number): (x: number, y: number) => boolean {
  const size = version * 4 + 17
  const places = ALIGNMENT[version] ?? []
  const centres = places
    .flatMap((x) => places.map((y) => [x, y] as const))
    .filter(([x, y]) => !((x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6)))
  return (x, y) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))) ||
    centres.some(([cx, cy]) => Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2)
}

function power(exponent: number): number {
  let value = 1
  for (let at = 0; at < exponent; at++) value = value & 0x80 ? ((value << 1) ^ 0x11d) & 0xff : value << 1
  return value
}
const LOG = new Map(Array.from({ length: 255 }, (_, exponent) => [power(exponent), exponent]))
const EXP = Array.from({ length: 255 }, (_, exponent) => power(exponent))
const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (EXP[((LOG.get(a) ?? 0) + (LOG.get(b) ?? 0)) % 255] ?? 0)

/** Every module that holds data, in the order in which it is read: two columns at a time, up and down from the right. */
function listDataModules(size: number, isFixed: (x: number, y: number) => boolean): [x: number, y: number][] {
  const places: [number, number][] = []
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const upwards = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const y = upwards ? size - 1 - step : step
      for (const x of [right, right - 1]) if (!isFixed(x, y)) places.push([x, y])
    }
  }
  return places
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function readMask(modules: Modules): number {
  const size = modules.length
  const at = (x: number, y: number): string => (modules[y]?.[x] ? '1' : '0')
  const first = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => at(x, 8)).concat([7, 5, 4, 3, 2, 1, 0].map((y) => at(8, y)))
  const second = Array.from({ length: 7 }, (_, step) => at(8, size - 1 - step)).concat(
    Array.from({ length: 8 }, (_, step) => at(size - 8 + step, 8)),
  )
  expect(second).toEqual(first)
  const mask = FORMAT_L.indexOf(first.join(''))
  expect(mask).toBeGreaterThanOrEqual(0)
  return mask
}

/** Decodes a code as a scanner does, but without error correction: every syndrome must be zero. */
function readQrCode(modules: Modules): string {
  const version = versionOf(modules)
  const mask = MASKS[readMask(modules)]
  const [total, ...groups] = GROUPS[version] ?? [0]
  const bits = listDataModules(modules.length, isFixed(version)).map(([x, y]) =>
    Number((modules[y]?.[x] ?? false) !== (mask?.(x, y) ?? false)),
  )
  const codewords = Array.from({ length: total }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  )
  const lengths = groups.flatMap(([count, length]) => Array.from({ length: count }, () => length))
  const blocks: number[][] = lengths.map(() => [])
  let at = 0
  for (let round = 0; round < Math.max(...lengths); round++) {
    lengths.forEach((length, block) => round < length && blocks[block]?.push(codewords[at++] ?? -1))
  }
  const data = blocks.flat()
  while (at < total) blocks.forEach((block) => block.push(codewords[at++] ?? -1))
  const eccLength = (blocks[0]?.length ?? 0) - (lengths[0] ?? 0)
  for (const block of blocks) {
    for (let root = 0; root < eccLength; root++) {
      const syndrome = block.reduce((sum, byte) => times(sum, EXP[root] ?? 0) ^ byte, 0)
      expect(syndrome, 'syndrome').toBe(0)
    }
  }
  const text = data.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  expect(text.slice(0, 4)).toBe('0100')
  const head = version < 10 ? 12 : 20
  const length = Number.parseInt(text.slice(4, head), 2)
  const bytes = Array.from({ length }, (_, each) =>
    Number.parseInt(text.slice(head + each * 8, head + each * 8 + 8), 2),
  )
  return new TextDecoder().decode(new Uint8Array(bytes))
}

describe('a QR code', () => {
  it('has a finder pattern, a timing pattern and version information', () => {
    const modules = makeQrCode('x'.repeat(200))
    expect(versionOf(modules)).toBe(9)
    const line = modules[6]?.slice(8, -8).map(Number).join('')
    expect(line).toMatch(/^(10)+1?$/)
    const corner = modules.slice(0, 7).map((row) => row.slice(0, 7).map(Number).join(''))
    expect(corner).toEqual(['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'])
    // The standard's example of version information: 7 is 000111110010010100.
    const seven = makeQrCode('x'.repeat(150))
    expect(versionOf(seven)).toBe(7)
    const size = seven.length
    const bits = Array.from({ length: 18 }, (_, at) => Number(seven[Math.floor(at / 3)]?.[size - 11 + (at % 3)]))
    expect(bits.reverse().join('')).toBe('000111110010010100')
  })

  it('can be decoded in every version from 1 to 20', () => {
    const versions = new Set<number>()
    for (let length = 1; length <= 858; length += 13) {
      const text = 'otpauth://'.repeat(90).slice(0, length)
      const modules = makeQrCode(text)
      versions.add(versionOf(modules))
      expect(readQrCode(modules)).toBe(text)
    }
    expect([...versions]).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  })

  it('decodes to the text that was encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (label) => {
        const text = `otpauth://totp/${label}`
        expect(readQrCode(makeQrCode(text))).toBe(text)
      }),
      { numRuns: 40 },
    )
  })

  it('throws a RangeError for a text that is too long', () => {
    expect(() => makeQrCode('x'.repeat(2954))).toThrow(RangeError)
  })
})

/**
 * QR codes of ISO/IEC 18004 as far as a sign-in secret needs them: bytes, error correction level L (a screen is not
 * smudged), versions 1 to 20, which hold 858 bytes. Our own because a package would be one more to trust with a secret.
 */
const ECC_LENGTH = [0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28] as const
const BLOCKS = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8] as const
const LEVEL_L = 1

export type Modules = readonly (readonly boolean[])[]

interface Canvas {
  size: number
  dark: boolean[][]
  /** Belongs to the pattern itself: no data, no mask. */
  fixed: boolean[][]
}

/** How many modules are left for data and error correction. */
function countRawBits(version: number): number {
  let bits = (16 * version + 128) * version + 64
  if (version >= 2) {
    const align = Math.floor(version / 7) + 2
    bits -= (25 * align - 10) * align - 55
    if (version >= 7) bits -= 36
  }
  return bits
}

const countDataBytes = (version: number): number =>
  Math.floor(countRawBits(version) / 8) - (ECC_LENGTH[version] ?? 0) * (BLOCKS[version] ?? 0)

/** In the field of 256 elements over x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((b >>> bit) & 1) * a
  }
  return product
}

function makeDivisor(degree: number): number[] {
  const result: number[] = Array.from({ length: degree }, (_, index) => (index === degree - 1 ? 1 : 0))
  let root = 1
  for (let round = 0; round < degree; round++) {
    for (let at = 0; at < degree; at++) {
      result[at] = multiply(result[at] ?? 0, root) ^ (result[at + 1] ?? 0)
    }
    root = multiply(root, 2)
  }
  return result
}

function divide(data: readonly number[], divisor: readonly number[]): number[] {
  const result = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0)
    result.push(0)
    divisor.forEach((each, at) => (result[at] = (result[at] ?? 0) ^ multiply(each, factor)))
  }
  return result
}

function encodeBytes(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const put = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1)
  }
  const capacity = countDataBytes(version) * 8
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  put(0, Math.min(4, capacity - bits.length))
  put(0, (8 - (bits.length % 8)) % 8)
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) put(pad, 8)
  return Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  )
}

/** Blocks with their error correction, one byte of each in turn. */
function interleave(data: readonly number[], version: number): number[] {
  const count = BLOCKS[version] ?? 1
  const eccLength = ECC_LENGTH[version] ?? 0
  const total = Math.floor(countRawBits(version) / 8)
  const shortBlocks = count - (total % count)
  const shortLength = Math.floor(total / count) - eccLength
  const divisor = makeDivisor(eccLength)
  const blocks: number[][] = []
  const eccs: number[][] = []
  for (let block = 0, at = 0; block < count; block++) {
    const length = shortLength + (block < shortBlocks ? 0 : 1)
    const part = data.slice(at, at + length)
    at += length
    blocks.push(part)
    eccs.push(divide(part, divisor))
  }
  const result: number[] = []
  for (let at = 0; at <= shortLength; at++) {
    for (const block of blocks) if (at < block.length) result.push(block[at] ?? 0)
  }
  for (let at = 0; at < eccLength; at++) for (const ecc of eccs) result.push(ecc[at] ?? 0)
  return result
}

function alignmentPlaces(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const last = version * 4 + 10
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - (count - 2 - at) * step)]
}

function setFixed({ dark, fixed, size }: Canvas, x: number, y: number, isDark: boolean): void {
  const row = dark[y]
  const marks = fixed[y]
  if (!row || !marks || x < 0 || x >= size) return
  row[x] = isDark
  marks[x] = true
}

function drawPatterns(canvas: Canvas, version: number): void {
  const { size } = canvas
  for (let at = 0; at < size; at++) {
    setFixed(canvas, 6, at, at % 2 === 0)
    setFixed(canvas, at, 6, at % 2 === 0)
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy))
        setFixed(canvas, cx + dx, cy + dy, ring !== 2 && ring !== 4)
      }
    }
  }
  const places = alignmentPlaces(version)
  places.forEach((cx, column) =>
    places.forEach((cy, row) => {
      const last = places.length - 1
      if ((column === 0 && row === 0) || (column === 0 && row === last) || (column === last && row === 0)) return
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          setFixed(canvas, cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
        }
      }
    }),
  )
  drawFormat(canvas, 0)
  drawVersion(canvas, version)
}

function drawFormat(canvas: Canvas, mask: number): void {
  const data = (LEVEL_L << 3) | mask
  let rest = data
  for (let round = 0; round < 10; round++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const bits = ((data << 10) | rest) ^ 0x5412
  const bit = (at: number): boolean => ((bits >>> at) & 1) === 1
  const { size } = canvas
  for (let at = 0; at <= 5; at++) setFixed(canvas, 8, at, bit(at))
  setFixed(canvas, 8, 7, bit(6))
  setFixed(canvas, 8, 8, bit(7))
  setFixed(canvas, 7, 8, bit(8))
  for (let at = 9; at < 15; at++) setFixed(canvas, 14 - at, 8, bit(at))
  for (let at = 0; at < 8; at++) setFixed(canvas, size - 1 - at, 8, bit(at))
  for (let at = 8; at < 15; at++) setFixed(canvas, 8, size - 15 + at, bit(at))
  setFixed(canvas, 8, size - 8, true)
}

function drawVersion(canvas: Canvas, version: number): void {
  if (version < 7) return
  let rest = version
  for (let round = 0; round < 12; round++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let at = 0; at < 18; at++) {
    const isDark = ((bits >>> at) & 1) === 1
    const near = canvas.size - 11 + (at % 3)
    const far = Math.floor(at / 3)
    setFixed(canvas, near, far, isDark)
    setFixed(canvas, far, near, isDark)
  }
}

/** Every module that holds data, in the order in which it is read: two columns at a time, up and down from the right. */
export function dataPlaces(size: number, isFixed: (x: number, y: number) => boolean): [x: number, y: number][] {
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

export const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** How hard the picture is to read: long runs, blocks, and too much of one colour. The lightest mask is taken. */
function weigh({ dark, size }: Canvas): number {
  let weight = 0
  const at = (x: number, y: number): boolean => dark[y]?.[x] ?? false
  for (const look of [at, (x: number, y: number) => at(y, x)]) {
    for (let y = 0; y < size; y++) {
      let run = 0
      let line = ''
      for (let x = 0; x < size; x++) {
        run = x > 0 && look(x, y) === look(x - 1, y) ? run + 1 : 1
        if (run === 5) weight += 3
        else if (run > 5) weight++
        line += look(x, y) ? '1' : '0'
      }
      for (const likeFinder of ['10111010000', '00001011101']) weight += 40 * (line.split(likeFinder).length - 1)
    }
  }
  let count = 0
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (at(x, y)) count++
      if (x === 0 || y === 0) continue
      const same = [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)].every((each) => each === at(x, y))
      if (same) weight += 3
    }
  }
  return weight + 10 * Math.floor(Math.abs(count * 20 - size * size * 10) / (size * size))
}

export function makeQrCode(text: string): Modules {
  const bytes = new TextEncoder().encode(text)
  const version = ECC_LENGTH.findIndex(
    (_, each) => each > 0 && countDataBytes(each) * 8 >= bytes.length * 8 + 4 + (each < 10 ? 8 : 16),
  )
  if (version < 0) throw new RangeError('too long for a QR code')
  const size = version * 4 + 17
  const grid = (): boolean[][] => Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const canvas: Canvas = { size, dark: grid(), fixed: grid() }
  drawPatterns(canvas, version)
  const codewords = interleave(encodeBytes(bytes, version), version)
  const places = dataPlaces(size, (x, y) => canvas.fixed[y]?.[x] ?? true)
  const draw = (mask: number): Canvas => {
    const drawn = { ...canvas, dark: canvas.dark.map((row) => [...row]), fixed: canvas.fixed }
    drawFormat(drawn, mask)
    places.forEach(([x, y], index) => {
      const bit = ((codewords[index >>> 3] ?? 0) >>> (7 - (index & 7))) & 1
      const row = drawn.dark[y]
      if (row) row[x] = (bit === 1) !== (MASKS[mask]?.(x, y) ?? false)
    })
    return drawn
  }
  const drawn = MASKS.map((_, mask) => draw(mask))
  return drawn.reduce((best, each) => (weigh(each) < weigh(best) ? each : best)).dark
}

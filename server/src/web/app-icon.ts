import { crc32, deflateSync } from 'node:zlib'
import { LIGHT } from '../platform/html/look.gen.ts'

/** Our icon as PNG, which phones and notifications need: they do not show SVG. Drawn here, so that no image file has to match the SVG. */

type Pixel = readonly [red: number, green: number, blue: number, alpha: number]

const parseColour = (hex: string): Pixel => {
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(hex) ?? []
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16), 255]
}

const PAPER = parseColour(LIGHT.paper)
const ACCENT = parseColour(LIGHT.accent)
const WHITE: Pixel = [255, 255, 255, 255]
const TRANSPARENT: Pixel = [255, 255, 255, 0]

/** Three bars in a grid of 16, the last one with a notch in its right side: the path of the SVG icon. */
function isInside(x: number, y: number): boolean {
  if (y >= 15 || x >= 15) return false
  if (x >= 11) return y >= 1 && x <= 13 + Math.abs(y - 8)
  if (x >= 6) return x < 9 && y >= 5
  return x >= 1 && x < 4 && y >= 9
}

/** Each pixel is sampled at 4 × 4 points. */
const SIDE = 4
const SHADES = SIDE * SIDE

function countInside(left: number, top: number, unit: number): number {
  let count = 0
  for (let sample = 0; sample < SHADES; sample++) {
    const across = ((sample % SIDE) + 0.5) / SIDE
    const down = (Math.floor(sample / SIDE) + 0.5) / SIDE
    if (isInside(left + across * unit, top + down * unit)) count++
  }
  return count
}

interface Drawing {
  size: number
  /** Empty space on each side, in units of the icon: a phone may crop the icon to a circle. */
  margin: number
  paper: Pixel
  ink: Pixel
}

/** One byte for each pixel: how much of it is ink. A row begins with a zero, the PNG filter type for "none". */
function drawRows({ size, margin }: Drawing): Buffer {
  const unit = (16 + 2 * margin) / size
  const rows = Buffer.alloc((size + 1) * size)
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      rows[row * (size + 1) + column + 1] = countInside(column * unit - margin, row * unit - margin, unit)
  return rows
}

/** The colour of each shade, from no ink to full ink. */
const listShades = ({ paper, ink }: Drawing): number[][] =>
  Array.from({ length: SHADES + 1 }, (_, shade) =>
    paper.map((value, index) => Math.round(value + ((ink[index] ?? 0) - value) * (shade / SHADES))),
  )

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function draw(drawing: Drawing): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(drawing.size, 0)
  header.writeUInt32BE(drawing.size, 4)
  // Eight bits for each pixel: an index into the palette.
  header.set([8, 3, 0, 0, 0], 8)
  const shades = listShades(drawing)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(shades.flatMap((shade) => shade.slice(0, 3)))),
    chunk('tRNS', Buffer.from(shades.map((shade) => shade[3] ?? 255))),
    chunk('IDAT', deflateSync(drawRows(drawing))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const APP = { margin: 5, paper: PAPER, ink: ACCENT }

/** By file name. The badge is what Android shows in the status bar: it uses the alpha channel alone. */
const DRAWINGS: Readonly<Record<string, Drawing>> = {
  'app-180.png': { ...APP, size: 180 },
  'app-192.png': { ...APP, size: 192 },
  'app-512.png': { ...APP, size: 512 },
  'badge-96.png': { size: 96, margin: 1, paper: TRANSPARENT, ink: WHITE },
}

const cache = new Map<string, Buffer>()

/** Undefined for an unknown name. */
export function drawIcon(name: string): Buffer | undefined {
  const drawing = Object.hasOwn(DRAWINGS, name) ? DRAWINGS[name] : undefined
  const picture = cache.get(name) ?? (drawing && draw(drawing))
  if (picture) cache.set(name, picture)
  return picture
}

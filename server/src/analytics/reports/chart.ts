import { type Colour, encodePng } from './png.ts'

/** Twice the size at which it is shown, for high-density screens. */
const WIDTH = 1056
const HEIGHT = 192
export const DISPLAY_SIZE = { width: WIDTH / 2, height: HEIGHT / 2 }

const BASE_LINE = 2
const MIN_BAR_HEIGHT = 4

/** A blue with enough contrast on light and on dark paper. */
export const BAR_COLOUR = '#5b84f0'
/** One picture for both themes: its background is transparent. */
const PALETTE: readonly Colour[] = [
  [0, 0, 0, 0],
  [0x5b, 0x84, 0xf0, 255],
  [0x80, 0x85, 0x8a, 255],
]
const BAR = 1
const LINE = 2

/** A bar for each value; a value above zero is never too small to see. */
export function drawBars(values: readonly number[]): Buffer {
  const pixels = new Uint8Array(WIDTH * HEIGHT)
  const max = Math.max(1, ...values)
  const slot = WIDTH / Math.max(1, values.length)
  const gap = Math.max(4, Math.round(slot * 0.18))
  const floor = HEIGHT - BASE_LINE
  for (const [n, value] of values.entries()) {
    if (value <= 0) continue
    const left = Math.round(n * slot + gap / 2)
    const right = Math.round((n + 1) * slot - gap / 2)
    const top = floor - Math.max(MIN_BAR_HEIGHT, Math.round((value / max) * floor))
    for (let y = top; y < floor; y++) pixels.fill(BAR, y * WIDTH + left, y * WIDTH + right)
  }
  pixels.fill(LINE, floor * WIDTH)
  return encodePng({ width: WIDTH, height: HEIGHT, palette: PALETTE, pixels })
}

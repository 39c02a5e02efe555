import { DARK, LIGHT } from '../../platform/html/look.gen.ts'

type Rgb = readonly [number, number, number]

/** WCAG 2.2 AA for text; a little more, because colours are rounded to whole numbers. */
const MIN_CONTRAST = 4.55
const STEPS = 100

const parseColor = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as never
const writeColor = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminanceOf(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map((hex) => luminanceOf(parseColor(hex))).sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/**
 * The colour itself if text in it is readable on all of these backgrounds. Otherwise it is mixed with the least amount of black or white
 * (`towards`) that makes it readable. That keeps the hue of a brand, while a colour from another scale would not be recognised.
 */
function adjust(color: string, backgrounds: readonly string[], towards: '#000000' | '#ffffff'): string {
  const [from, to] = [parseColor(color), parseColor(towards)]
  for (let step = 0; step < STEPS; step++) {
    const share = step / STEPS
    const mixed = writeColor(from.map((part, index) => part + ((to[index] ?? 0) - part) * share) as never)
    if (backgrounds.every((background) => contrastOf(mixed, background) >= MIN_CONTRAST)) return mixed
  }
  return towards
}

/** The accent colour of a page in either theme. The paper colours are those of text on a button, too. */
export function planAccent(color: string): { light: string; dark: string } {
  return {
    light: adjust(color, [LIGHT.paper, LIGHT['paper-raised'], LIGHT['on-accent']], '#000000'),
    dark: adjust(color, [DARK.paper, DARK['paper-raised'], DARK['on-accent']], '#ffffff'),
  }
}

/** A separate style, because the policy of the page contains the hash of each style. */
export function renderAccent(color: string | null): string {
  if (color === null) return ''
  const { light, dark } = planAccent(color)
  return `:root{--accent:${light}}header{border-top:4px solid var(--accent);padding-top:20px}@media(prefers-color-scheme:dark){:root{--accent:${dark}}}`
}

import { readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.resolve(import.meta.dirname, '../dashboard/src/ui')
const read = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8')

const minify = (css: string): string =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim()

interface Look {
  light: Record<string, string>
  dark: Record<string, string>
  /** Tokens with the same value in both themes: sizes, fonts. */
  other: Record<string, string>
  /** Fonts with a file in the dashboard. */
  faces: { family: string; weight: string; file: string; range: string }[]
  /** `@font-face` rules for fonts of the system. */
  fallbacks: string[]
}

function readLook(tokens: string): Look {
  const look: Look = { light: {}, dark: {}, other: {}, faces: [], fallbacks: [] }
  for (const [, name = '', value = ''] of tokens.matchAll(/--([\w-]+): ([^;]+);/g)) {
    const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? []
    if (light !== undefined && dark !== undefined) {
      look.light[name] = light
      look.dark[name] = dark
    } else look.other[name] = value
  }
  for (const [face] of tokens.matchAll(/@font-face \{[^}]+\}/g)) {
    if (face.includes('local(')) {
      look.fallbacks.push(minify(face))
      continue
    }
    const find = (pattern: RegExp): string => pattern.exec(face)?.[1]?.replaceAll(/\s+/g, ' ') ?? ''
    look.faces.push({
      family: find(/font-family: '([^']+)'/),
      weight: find(/font-weight: ([^;]+);/),
      file: find(/\/([\w-]+)\.woff2/),
      range: find(/unicode-range:\s*([^;]+);/),
    })
  }
  return look
}

const declare = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** Renders the dashboard's tokens, base and component styles for the server. For older browsers, media queries replace light-dark(). */
export function renderLook(): string {
  const { light, dark, other, faces, fallbacks } = readLook(read('tokens.css'))
  const css = [
    ...fallbacks,
    `:root{color-scheme:light dark;${declare(light)};${declare(other)}}`,
    `@media(prefers-color-scheme:dark){:root{${declare(dark)}}}`,
    minify(read('base.css')),
    minify(read('components.css')),
  ].join('\n')
  const constant = (name: string, value: unknown): string =>
    `export const ${name} = ${JSON.stringify(value, null, 2)} as const\n`
  return [
    '// Made from dashboard/src/ui/{tokens,base,components}.css by "npm run generate". Do not edit.',
    constant('LIGHT', light),
    constant('DARK', dark),
    constant('FONT_FACES', faces),
    `export const LOOK_STYLE = \`\n${css}\n\``,
    '',
  ].join('\n')
}

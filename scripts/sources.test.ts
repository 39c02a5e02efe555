import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findRepeatedBlocks } from './repeated-blocks.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const MAX_LINES = 300
const MAX_REPEATED_LINES = 10

const FOLDERS = '{contract,server,sdk,tracker,dashboard,scripts,bench}'

/** They are in contract/src/core/durations.ts. */
const SECOND_DEFINITION = /^ *(?:export )?const (?:SECOND|MINUTE|HOUR|DAY|WEEK)(?:_MS)? = [\d_ *]*(?:000|_MS)$/m

const files = globSync(`${FOLDERS}/**/*.{ts,tsx,cjs,css}`, { cwd: ROOT, exclude: (name) => name === 'node_modules' })
  .filter((name) => !/\.gen\.ts$|\.test\.ts$|^server\/test\/|\/dist\//.test(name))
  .map((name) => ({ path: name, text: readFileSync(path.join(ROOT, name), 'utf8') }))

describe('the sources', () => {
  it('are more than 400 files', () => {
    expect(files.length).toBeGreaterThan(400)
  })

  // For TypeScript, the linter checks this.
  it(`have no style sheet of more than ${MAX_LINES} lines`, () => {
    const long = files.filter((file) => file.path.endsWith('.css') && file.text.split('\n').length > MAX_LINES + 1)
    expect(long.map((file) => file.path)).toEqual([])
  })

  it(`have no block of more than ${MAX_REPEATED_LINES} lines that occurs twice outside tests`, () => {
    const found = findRepeatedBlocks(files, MAX_REPEATED_LINES)
    expect(
      found.map(({ places, lines }) => `${places.map((each) => `${each.path}:${each.line}`).join(' ')} (${lines})`),
    ).toEqual([])
  })

  it('define the milliseconds of a second, minute, hour, day and week once, for tests as well', () => {
    const defined = globSync(`${FOLDERS}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: (name) => name === 'node_modules' })
      .filter((name) => name !== 'contract/src/core/durations.ts' && !/\/dist\/|\.gen\.ts$/.test(name))
      .filter((name) => SECOND_DEFINITION.test(readFileSync(path.join(ROOT, name), 'utf8')))
    expect(defined).toEqual([])
  })

  it('write an hour and a day by their names', () => {
    const raw = files.filter(({ path: name, text }) => /\/src\//.test(name) && /\b(?:3_600|86_400)_000\b/.test(text))
    expect(raw.map((file) => file.path)).toEqual([])
  })
})

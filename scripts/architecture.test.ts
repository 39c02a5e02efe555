import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const DOMAINS = ['identity', 'analytics', 'monitoring', 'alerting', 'insights', 'team']

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const quoted = (text: string): string[] => Array.from(text.matchAll(/`([^`\n]+)`/g), ([, name = '']) => name)

describe('the index.ts of a feature', () => {
  const folders = globSync(
    DOMAINS.map((domain) => `server/src/${domain}/*/`),
    { cwd: ROOT },
  )
  const features = folders.map((folder) => ({ folder, text: read(path.join(folder, 'index.ts')) }))

  it('opens with what the feature owns, who calls it and where its work begins', () => {
    const silent = features.filter(({ text }) => !/^\/\/ Owns: .+\n\/\/ Called by: .+\n\/\/ Begins: .+\n\n/.test(text))
    expect(silent.map(({ folder }) => folder)).toEqual([])
    expect(features.length).toBeGreaterThan(40)
  })

  it('names only files of the feature as its beginning', () => {
    const missing = features.flatMap(({ folder, text }) => {
      const begins = /^\/\/ Begins: (.+)$/m.exec(text)?.[1] ?? ''
      const files = quoted(begins).filter((name) => name.endsWith('.ts'))
      if (files.length === 0) return [`${folder} names no file`]
      return files.map((file) => path.join(folder, file)).filter((file) => !existsSync(path.join(ROOT, file)))
    })
    expect(missing).toEqual([])
  })
})

describe('the flows of docs/ARCHITECTURE.md', () => {
  const section = read('docs/ARCHITECTURE.md').match(/^## Five flows\n(.*?)^## /ms)?.[1] ?? ''
  const flows = section.split(/^(?=\*\*)/m).slice(1)

  /** Files first, then the functions that the text names after each. */
  function findMissing(flow: string): string[] {
    const [folder = '', ...names] = quoted(flow)
    let file = ''
    return names.filter((name) => {
      if (!/\.(ts|sql)$/.test(name)) return !new RegExp(`\\b${name}\\b`).test(read(file))
      const found = [name, path.join(folder, name)].find((each) => existsSync(path.join(ROOT, each)))
      file = found ?? file
      return found === undefined
    })
  }

  it.each(flows.map((flow) => [/\*\*(.+?)\*\*/.exec(flow)?.[1], flow]))(
    'name only files that exist, and functions that are in them: %s',
    (_, flow = '') => expect(findMissing(flow)).toEqual([]),
  )

  it('are the five that a newcomer asks for', () => expect(flows).toHaveLength(5))
})

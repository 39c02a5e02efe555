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

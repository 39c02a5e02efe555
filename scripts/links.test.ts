import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorOf } from '../server/src/web/docs/index.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'sdk/README.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }),
]

const withoutCode = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '')
const read = (page: string): string => readFileSync(path.join(ROOT, page), 'utf8')

function listAnchors(page: string): string[] {
  return Array.from(read(page).matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) => anchorOf(heading))
}

function findBroken(page: string): string[] {
  const text = read(page)
  const inMarkdown = Array.from(withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
  const inHtml = Array.from(text.matchAll(/(?:srcset|src)="(docs\/[^"]+)"/g), ([, link = '']) => link)
  return [...inMarkdown, ...inHtml].filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? page : path.join(path.dirname(page), file)
    if (!statSync(path.join(ROOT, target), { throwIfNoEntry: false })) return true
    return anchor !== undefined && !listAnchors(target).includes(anchor)
  })
}

describe.each(PAGES)('%s', (page) => {
  it('links only to pages and headings that exist', () => {
    expect(findBroken(page)).toEqual([])
  })
})

describe('docs/README.md', () => {
  it('links to every page of docs/', () => {
    const index = read('docs/README.md')
    const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
    const linked = (page: string): boolean =>
      index.includes(`(${path.relative('docs', page)})`) ||
      read('docs/guides/tracking.md').includes(`(${path.relative('docs/guides', page)})`)
    expect(pages.filter((page) => !linked(page))).toEqual([])
  })
})

describe('docs/guarantees.md', () => {
  const named = Array.from(read('docs/guarantees.md').matchAll(/`([^`\n]+)`/g), ([, name = '']) => name)
  const existsIn = (folder: string, file: string): boolean =>
    statSync(path.join(ROOT, folder, file), { throwIfNoEntry: false }) !== undefined
  const FOLDERS = { torture: 'server/test/torture', bench: 'bench' }

  it('names only tests and commands that exist', () => {
    const missing = named.filter((name) => {
      if (name.endsWith('.test.ts')) return !existsIn('server/test', name)
      const [, command, argument] = /^npm run (torture|bench) -- ([a-z-]+)$/.exec(name) ?? []
      return argument !== undefined && !existsIn(FOLDERS[command as keyof typeof FOLDERS], `${argument}.ts`)
    })
    expect(missing).toEqual([])
    expect(named.length).toBeGreaterThan(50)
  })
})

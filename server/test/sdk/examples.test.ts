import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { listTypeErrors } from '../../../scripts/type-errors.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
// Inside the project, so that the compiler resolves the packages that examples import.
mkdirSync(path.join(ROOT, '.local'), { recursive: true })
const folder = mkdtempSync(path.join(ROOT, '.local/examples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Declarations of the reader's project: the framework, the script on the page, their own variable. */
const GLOBALS = `declare function defineNuxtConfig<T extends object>(config: T): T
interface Window { sitewatch?: (command: 'event', name: string, options?: { props?: Record<string, unknown> }) => void }
declare const plan: string
`

interface Example {
  /** The place of the example in the docs. */
  from: string
  file: string
}

function writeExamples(): Example[] {
  const pages = globSync(['README.md', 'CONTRIBUTING.md', '{sdk,tracker}/README.md', 'docs/**/*.md'], { cwd: ROOT })
  return pages.flatMap((page) => {
    const text = readFileSync(path.join(ROOT, page), 'utf8')
    return Array.from(text.matchAll(/^```(tsx?|typescript)\n(.*?)^```$/gms), ([, kind = '', source = ''], index) => {
      const file = `${page.replaceAll(/\W+/g, '-')}-${index}.${kind === 'tsx' ? 'tsx' : 'ts'}`
      writeFileSync(path.join(folder, file), source)
      return { from: `${page}, example ${index + 1}`, file }
    })
  })
}

function compile(): string[] {
  const compilerOptions = {
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node', 'react'],
    jsx: 'react-jsx',
    moduleDetection: 'force',
    allowUmdGlobalAccess: true,
  }
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(path.join(folder, 'globals.d.ts'), GLOBALS)
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: path.join(ROOT, 'tsconfig.json'), compilerOptions, include: ['*'], exclude: [] }),
  )
  return listTypeErrors(folder)
}

it('every TypeScript example of the README files and of the guides compiles', () => {
  const examples = writeExamples()
  expect(examples.map(({ from }) => from)).toContain('sdk/README.md, example 1')
  expect(examples.length).toBeGreaterThanOrEqual(4)
  const errors = compile().map((line) => {
    const found = examples.find(({ file }) => line.startsWith(file))
    return found ? `${found.from}: ${line}` : line
  })
  expect(errors).toEqual([])
})

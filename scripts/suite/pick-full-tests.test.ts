import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './costs.ts'
import { FULL_TESTS } from './full-tests.ts'
import { listChangedFiles, pickFullTests, splitFullTests } from './pick-full-tests.ts'

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

describe('the table of full tests', () => {
  it('names folders and files that exist', () => {
    const places = Object.entries(FULL_TESTS).flatMap(([place, tests]) => [place, ...tests])
    const unknown = places.filter((name) => !existsSync(path.join(ROOT, name)) && scripts[name] === undefined)
    expect(unknown).toEqual([])
  })

  it('runs every test of the full tier for a change of some folder', () => {
    const named = Object.values(FULL_TESTS).flat()
    const files = globSync('server/test/**/*.full.test.ts', { cwd: ROOT })
    expect(files.filter((file) => !named.some((name) => file === name || file.startsWith(`${name}/`)))).toEqual([])
    expect(files.length).toBeGreaterThan(0)
  })
})

describe('--changed', () => {
  const table = { 'server/src/backup': ['server/test/backup', 'test:containers'], 'deploy/': ['test:containers'] }

  it('picks the tests of the folders that changed, each once, and changed full tests', () => {
    const changed = ['server/src/backup/create.ts', 'deploy/compose.yaml', 'server/test/a.full.test.ts']
    expect(pickFullTests(changed, table)).toEqual([
      'server/test/backup',
      'test:containers',
      'server/test/a.full.test.ts',
    ])
    expect(pickFullTests(['server/src/backup-tool/x.ts', 'README.md'], table)).toEqual([])
  })

  it('sees what is committed since the base, changed in the working tree, and untracked', () => {
    const answers: Record<string, string> = { diff: 'a.ts\nb.ts\n', 'ls-files': 'c.ts\n' }
    expect(listChangedFiles(([verb = '']) => answers[verb] ?? '', 'origin/main')).toEqual(['a.ts', 'b.ts', 'c.ts'])
  })

  it('gives test files to vitest and runs other names as scripts', () => {
    expect(splitFullTests(['server/test/backup', 'test:containers'])).toEqual({
      tests: ['server/test/backup'],
      scripts: ['test:containers'],
    })
  })
})

import { FULL_TESTS } from './full-tests.ts'

type Git = (args: readonly string[]) => string

/** What differs from a revision in commits, in the working tree and in files that git does not track yet. */
export function listChangedFiles(git: Git, base: string): string[] {
  const tracked = git(['diff', '--name-only', '--merge-base', base])
  const untracked = git(['ls-files', '--others', '--exclude-standard'])
  return `${tracked}\n${untracked}`.split('\n').filter((name) => name !== '')
}

/** The full tests that guard one of the files, each once, and every changed test of the full tier. */
export function pickFullTests(changed: readonly string[], table = FULL_TESTS): string[] {
  const guarding = Object.entries(table).flatMap(([place, tests]) =>
    changed.some((file) => file === place || file.startsWith(place.endsWith('/') ? place : `${place}/`)) ? tests : [],
  )
  return [...new Set([...guarding, ...changed.filter((file) => file.endsWith('.full.test.ts'))])]
}

/** Test files and folders are given to vitest; other names are scripts of package.json. */
export function splitFullTests(picked: readonly string[]): { tests: string[]; scripts: string[] } {
  const isTest = (name: string): boolean => name.startsWith('server/test/')
  return { tests: picked.filter(isTest), scripts: picked.filter((name) => !isTest(name)) }
}

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const GLOSSARY = 'docs/glossary.md'

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

/** Product text (screens, mails, alerts, API, commands, logs) and documentation. Not the changelog, which quotes old terms. */
const FILES = [
  'README.md',
  'CONTRIBUTING.md',
  '{sdk,tracker}/README.md',
  'scripts/generate.ts',
  'deploy/**/*',
  'docs/**/*.{md,json}',
  '{contract,dashboard,sdk,server}/src/**/*.{ts,tsx}',
]
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
  .filter((file) => file !== GLOSSARY && !file.endsWith('.test.ts'))

function listRetiredTerms(): string[] {
  const [, table = ''] = read(GLOSSARY).split('## Retired terms')
  return Array.from(table.matchAll(/^\| (?!Retired|-)(.+?) \|/gm), ([, term = '']) => term)
}

/** A line break inside a sentence counts as a space. */
function findRetired(text: string, terms: readonly string[]): string[] {
  const flat = text.replaceAll(/\s+/g, ' ')
  return terms.filter((term) => flat.includes(term))
}

it('a retired term is found even across a line break', () => {
  const terms = listRetiredTerms()
  expect(terms.length).toBeGreaterThan(40)
  expect(findRetired('<Button>Own\n  days</Button>', terms)).toEqual(['Own days'])
})

it('the search for retired terms covers alerts, account mails, API problems, commands and deployment files', () => {
  expect(FILES).toEqual(
    expect.arrayContaining([
      'server/src/alerting/notifications/compose/words.ts',
      'server/src/identity/accounts/tasks.ts',
      'server/src/cli/doctor.ts',
      'sdk/src/cli/run.ts',
      'contract/src/core/problems.ts',
      'deploy/compose.yaml',
      'README.md',
    ]),
  )
})

it('no retired term is used in product text or documentation', () => {
  const terms = listRetiredTerms()
  const found = FILES.flatMap((file) => findRetired(read(file), terms).map((term) => `${file}: ${term}`))
  expect(found).toEqual([])
})

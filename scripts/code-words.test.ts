import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const SELF = 'scripts/code-words.test.ts'
/** Where the words of the code are explained, the retired ones among them. */
const GLOSSARY = 'docs/ARCHITECTURE.md'

interface RetiredWord {
  /** As the glossary has it, in its last column. */
  word: string
  pattern: RegExp
  files: readonly string[]
  /** The places that must have it: former names that still work, and names that are stored. */
  except?: readonly string[]
}

const CODE = [
  '{contract,dashboard,sdk,server,tracker}/src/**/*.{ts,tsx}',
  'server/test/**/*.ts',
  '{bench,scripts}/**/*.ts',
]
const SQL = ['server/db/**/*.sql']
const DOCS = ['*.md', 'docs/**/*.md', 'deploy/**/*']

const RETIRED: readonly RetiredWord[] = [
  { word: 'tenant', pattern: /tenant/i, files: [...CODE, ...SQL, ...DOCS] },
  {
    word: '_PER_USER',
    pattern: /(?<!TEAMS)_PER_USER/,
    files: [...CODE, ...DOCS],
    except: ['server/src/quota-settings.ts', 'server/src/config.test.ts', 'docs/accounts.md', 'CHANGELOG.md'],
  },
  { word: '`user_id` in ClickHouse', pattern: /\buser_id\b/, files: ['server/db/clickhouse/**/*.sql'] },
  { word: '`owner` as the name of a policy', pattern: /create policy owner\b/, files: ['server/db/postgres/**/*.sql'] },
  {
    word: 'heartbeat',
    pattern: /heartbeat/i,
    files: ['server/src/platform/**/*.ts', 'server/db/postgres/baseline/core.sql', 'server/src/http/event-stream.ts'],
    except: ['server/src/platform/jobs/tasks.ts'],
  },
  {
    word: 'vitals',
    pattern: /vitals/i,
    files: ['server/src/{alerting,platform,roles}/**/*.ts', 'server/db/postgres/functions/**/*.sql'],
  },
  {
    word: '`Plan`, `Row`, `Settings`, `Parts`, `Facts`, `Words`, `Owner`',
    pattern: /export (abstract )?(interface|type|class) (Plan|Row|Settings|Parts|Facts|Words|Owner)\b/,
    files: ['{contract,dashboard,sdk,server}/src/**/*.{ts,tsx}'],
  },
]

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

const listFiles = ({ files, except = [] }: RetiredWord): string[] =>
  files
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter((file) => ![SELF, GLOSSARY, ...except].includes(file))

/** The last column of the table under "Words of the code". */
function readGlossary(): { lines: number; retired: string } {
  const [, section = ''] = read(GLOSSARY).split('## Words of the code')
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
  return { lines: rows.length, retired: rows.map((row) => row.split('|')[3] ?? '').join('\n') }
}

it.each(RETIRED)('$word is retired, and the glossary of the code says so', (retired) => {
  expect(readGlossary().retired).toContain(retired.word)
  const files = listFiles(retired)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => retired.pattern.test(read(file)))).toEqual([])
})

it('the glossary of the code is short enough to be read', () => {
  const { lines } = readGlossary()
  expect(lines).toBeGreaterThan(10)
  expect(lines).toBeLessThanOrEqual(40)
})

import { execFileSync, spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ROOT } from './costs.ts'
import { listChangedFiles, pickFullTests, splitFullTests } from './pick-full-tests.ts'

const HELP = `npm run test:full -- [FILES…] [--changed [--base REV]] [--seed N] [--list]

Without FILES: all tests at their full size, the containers included, which takes hours.
FILES           only these tests (paths or parts of paths)
--changed       only those that guard what differs from REV (origin/main, or else HEAD), by scripts/suite/full-tests.ts
--seed N        the order of files and tests; without it, a new one that is printed
--list          print what would run, and run nothing`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    base: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const FULL_SIZE = { ...process.env, TEST_SIZE: 'full' }

function run(command: string, args: readonly string[]): boolean {
  console.log(`> ${command} ${args.join(' ')}`)
  return values.list || spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: FULL_SIZE }).status === 0
}

function findBase(): string {
  if (values.base !== undefined) return values.base
  const { status } = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'origin/main'], { cwd: ROOT })
  return status === 0 ? 'origin/main' : 'HEAD'
}

/** The wanted test files and scripts; no test files means all of them. */
function choose(): { tests: readonly string[]; scripts: readonly string[] } {
  if (positionals.length > 0) return { tests: positionals, scripts: [] }
  if (!values.changed) return { tests: [], scripts: ['test:containers'] }
  const git = (args: readonly string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  const picked = pickFullTests(listChangedFiles(git, findBase()))
  if (picked.length === 0) console.log('Nothing that the full tier guards has changed.')
  return splitFullTests(picked)
}

function main(): boolean {
  const { tests, scripts } = choose()
  const runsVitest = !values.changed || positionals.length > 0 || tests.length > 0
  const order = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${values.seed}`]
  const runsAll = positionals.length === 0 && !values.changed
  const results = [
    ...(runsAll ? [run('npx', ['vitest', 'run', '--project', 'pure', '--project', 'dashboard'])] : []),
    ...(runsVitest
      ? [run('npx', ['vitest', 'run', '--project', 'full', '--project', 'quiet', ...order, ...tests])]
      : []),
    ...scripts.map((name) => run('npm', ['run', '--silent', name])),
  ]
  console.log(`The order was made with --seed ${values.seed}.`)
  return results.every(Boolean)
}

if (values.help) console.log(HELP)
else process.exitCode = main() ? 0 : 1

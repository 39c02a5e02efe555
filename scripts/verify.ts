import { spawn } from 'node:child_process'
import { checkGenerated } from './generate.ts'
import { readBudget } from './suite/costs.ts'
import { readProcessorSeconds } from './suite/processor-time.ts'

/** The fast checks, without a database. They run in parallel; the output of a failed one is printed in full. */
const CHECKS: Record<string, string[]> = {
  // The linter needs the types of all files anyway: reporting their errors too costs nothing, and the compiler another 36 CPU-seconds.
  'types and lint': ['oxlint', '--type-aware', '--type-check', '--deny-warnings', '.'],
  format: ['oxfmt', '--check', '.'],
  boundaries: [
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err',
    'contract/src',
    'server/src',
    'sdk/src',
    'tracker/src',
    'dashboard/src',
  ],
  'dead code': ['knip', '--no-progress'],
  'pure tests': [
    'vitest',
    'run',
    '--project',
    'pure',
    '--project',
    'dashboard',
    '--reporter',
    'dot',
    '--reporter',
    'json',
    '--outputFile.json=.local/pure-tests.json',
  ],
}

/**
 * The linter is written in Go, whose collector took 15 to 25 % of its time to free little: it needs 3.8 GB without, 3.3 GB with it.
 * It collects again above the limit.
 */
const ENV = { GOGC: 'off', GOMEMLIMIT: '4GiB', ...process.env }

function run([command = '', ...args]: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: ENV })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }))
  })
}

const started = Date.now()
const results = await Promise.all(
  Object.entries(CHECKS).map(async ([name, command]) => {
    const { ok, output } = await run(command)
    console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}  (${((Date.now() - started) / 1000).toFixed(1)} s)`)
    if (!ok) console.log(output)
    return ok
  }),
)
const drifted = await checkGenerated()
console.log(
  drifted.length === 0
    ? 'ok    generated files'
    : `FAIL  generated files differ: ${drifted.join(', ')}. Run "npm run generate".`,
)
console.log(`${readProcessorSeconds(process.pid).toFixed(0)} processor-seconds of ${readBudget().verify}`)
process.exitCode = results.every(Boolean) && drifted.length === 0 ? 0 : 1

import { spawn } from 'node:child_process'
import { checkGenerated } from './generate.ts'
import { TSC } from './type-errors.ts'

/** The fast checks, without a database. They run in parallel; the output of a failed one is printed in full. */
const CHECKS: Record<string, string[]> = {
  types: [TSC, '-p', 'tsconfig.json'],
  'tracker types': [TSC, '-p', 'tracker'],
  'dashboard types': [TSC, '-p', 'dashboard'],
  lint: ['oxlint', '--type-aware', '--deny-warnings', '.'],
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
    '--reporter',
    'dot',
    '--reporter',
    'json',
    '--outputFile.json=.local/pure-tests.json',
  ],
}

function run([command = '', ...args]: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
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
process.exitCode = results.every(Boolean) && drifted.length === 0 ? 0 : 1

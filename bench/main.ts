import { describeRun, recordFigures } from '../scripts/figures.ts'

/**
 * npm run bench -- NAME [--json] [--only=FIGURE,…] [--large] [--record]: each NAME is a file in this folder. Progress goes to standard error.
 * `--only` is for benchmarks that measure several figures in sequence, `--large` for those with a size that takes long. `--record` writes
 * the figures that README and docs show to docs/figures.json, if every figure meets its limit.
 */
export interface Outcome {
  /** Printed last, as one line of JSON. */
  figures: object
  /** Whether every figure meets its limit. */
  isMet: boolean
}

const FLAGS = ['--json', '--large', '--record']
const [name = '', ...options] = process.argv.slice(2)
const only = options.find((option) => option.startsWith('--only='))?.slice('--only='.length)
const unknown = options.find((option) => !FLAGS.includes(option) && !option.startsWith('--only='))
const isRecorded = options.includes('--record')
if (!/^[a-z][a-z-]*$/.test(name) || name === 'main' || unknown !== undefined) {
  process.stderr.write('Usage: npm run bench -- NAME [--json] [--only=FIGURE,…] [--large] [--record]\n')
  process.exit(2)
}
if (isRecorded && process.env['BENCH_QUICK'] === '1') throw new Error('BENCH_QUICK=1 is not for figures')
type Run = (only?: readonly string[], isLarge?: boolean) => Promise<Outcome>
const { run } = (await import(`./${name}.ts`)) as { run: Run }
const begun = isRecorded ? describeRun() : undefined
const { figures, isMet } = await run(only?.split(','), options.includes('--large'))
process.stdout.write(`${JSON.stringify(figures)}\n`)
if (begun && isMet) recordFigures(`npm run bench -- ${name}`, figures, begun)
else if (begun) process.stderr.write('Not recorded: a figure misses its limit.\n')
process.exit(isMet ? 0 : 1)

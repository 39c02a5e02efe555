/**
 * npm run bench -- NAME [--json] [--only=FIGURE,…] [--large]: each NAME is a file in this folder. Progress goes to standard error.
 * `--only` is for benchmarks that measure several figures in sequence, `--large` for those with a size that takes long.
 */
export interface Outcome {
  /** Printed last, as one line of JSON. */
  figures: object
  /** Whether every figure meets its limit. */
  isMet: boolean
}

const [name = '', ...options] = process.argv.slice(2)
const only = options.find((option) => option.startsWith('--only='))?.slice('--only='.length)
const unknown = options.find((option) => !['--json', '--large'].includes(option) && !option.startsWith('--only='))
if (!/^[a-z][a-z-]*$/.test(name) || name === 'main' || unknown !== undefined) {
  process.stderr.write('Usage: npm run bench -- NAME [--json] [--only=FIGURE,…] [--large]\n')
  process.exit(2)
}
type Run = (only?: readonly string[], isLarge?: boolean) => Promise<Outcome>
const { run } = (await import(`./${name}.ts`)) as { run: Run }
const { figures, isMet } = await run(only?.split(','), options.includes('--large'))
process.stdout.write(`${JSON.stringify(figures)}\n`)
process.exit(isMet ? 0 : 1)

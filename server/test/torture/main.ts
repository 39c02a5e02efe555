import { describeRun, recordFigures } from '../../../scripts/figures.ts'

/**
 * npm run torture -- NAME [--small | --record] [--json]: each NAME is a file beside this one. Exits non-zero on any difference between
 * what was expected and what was seen. `--small` is the form that CI runs. `--record` writes the figures that README and docs show to
 * docs/figures.json, if there was no difference.
 */
export interface Verdict {
  /** Printed as one JSON line, at the end. */
  figures: object
  isHeld: boolean
}

const [name = '', ...options] = process.argv.slice(2)
const unknown = options.find((option) => !['--json', '--small', '--record'].includes(option))
const isSmall = options.includes('--small')
const isRecorded = options.includes('--record')
if (!/^[a-z][a-z-]*$/.test(name) || name === 'main' || unknown !== undefined || (isSmall && isRecorded)) {
  console.error('Usage: npm run torture -- NAME [--small | --record] [--json]')
  process.exit(2)
}
const { run } = (await import(`./${name}.ts`)) as { run: (size: 'full' | 'small') => Promise<Verdict> }
const begun = isRecorded ? describeRun() : undefined
const { figures, isHeld } = await run(isSmall ? 'small' : 'full')
console.log(JSON.stringify(figures))
if (begun && isHeld) recordFigures(`npm run torture -- ${name}`, figures, begun)
else if (begun) console.error('Not recorded: what was seen differs from what was expected.')
process.exit(isHeld ? 0 : 1)

/**
 * npm run torture -- NAME [--small] [--json]: each NAME is a file beside this one. Exits non-zero on any difference between
 * what was expected and what was seen. `--small` is the form that CI runs.
 */
export interface Verdict {
  /** Printed as one JSON line, at the end. */
  figures: object
  isHeld: boolean
}

const [name = '', ...options] = process.argv.slice(2)
const unknown = options.find((option) => option !== '--json' && option !== '--small')
if (!/^[a-z][a-z-]*$/.test(name) || name === 'main' || unknown !== undefined) {
  console.error('Usage: npm run torture -- NAME [--small] [--json]')
  process.exit(2)
}
const { run } = (await import(`./${name}.ts`)) as { run: (size: 'full' | 'small') => Promise<Verdict> }
const { figures, isHeld } = await run(options.includes('--small') ? 'small' : 'full')
console.log(JSON.stringify(figures))
process.exit(isHeld ? 0 : 1)

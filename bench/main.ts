/** npm run bench -- NAME [--json]: each NAME is a file beside this one. What it says on the way goes to standard error. */
export interface Outcome {
  /** Printed as one JSON line, last. */
  figures: object
  /** Whether every figure is as good as it must be. */
  isMet: boolean
}

const [name = '', ...options] = process.argv.slice(2)
const unknown = options.find((option) => option !== '--json')
if (!/^[a-z][a-z-]*$/.test(name) || name === 'main' || unknown !== undefined) {
  process.stderr.write('Usage: npm run bench -- NAME [--json]\n')
  process.exit(2)
}
const { run } = (await import(`./${name}.ts`)) as { run: () => Promise<Outcome> }
const { figures, isMet } = await run()
process.stdout.write(`${JSON.stringify(figures)}\n`)
process.exit(isMet ? 0 : 1)

/** A figure that a test measured, for whoever reads the log of the run. */
export function reportFigure(text: string): void {
  process.stdout.write(`  ${text}\n`)
}

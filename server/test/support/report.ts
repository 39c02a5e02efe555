/** Prints a figure that a test measured to the log of the run. */
export function reportFigure(text: string): void {
  process.stdout.write(`  ${text}\n`)
}

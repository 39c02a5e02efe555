import { main } from '../../src/cli/main.ts'
import type { Outcome } from './command.ts'
import { type InProcessOptions, runInProcess } from './command-io.ts'

/** Runs a command of `sitewatch` in this process. `start` needs a process of its own: see program.ts. */
export const runSitewatch = (argv: readonly string[], options: InProcessOptions = {}): Promise<Outcome> =>
  runInProcess(main, argv, options)

import { main } from '../../../sdk/src/cli/main.ts'
import type { Outcome } from './command.ts'
import { runInProcess } from './command-io.ts'

export interface SwctlOptions {
  url: string
  key?: string
  input?: string
}

/** Runs a command of `swctl` in this process, with its settings from the environment. */
export const runSwctl = (argv: readonly string[], { url, key, input }: SwctlOptions): Promise<Outcome> =>
  runInProcess(main, argv, {
    env: { SITEWATCH_URL: url, ...(key !== undefined && { SITEWATCH_KEY: key }) },
    ...(input !== undefined && { stdin: input }),
  })

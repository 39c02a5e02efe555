import { readFileSync } from 'node:fs'

/** A terminal, a pipe or a file. */
export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

/** What a command uses of its process, or what a test gives it instead. */
export interface CommandIo {
  env: NodeJS.ProcessEnv
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  /** All of standard input, for a value or a file that is `-`. */
  readInput: () => Buffer
  stdout: Output
  stderr: Output
}

export const PROCESS_IO: CommandIo = {
  env: process.env,
  stdin: process.stdin,
  readInput: () => readFileSync(0),
  stdout: process.stdout,
  stderr: process.stderr,
}

/** Ends a command that has printed all it has to say. */
export class CommandExit extends Error {
  readonly code: number

  constructor(code: number) {
    super(`exit code ${code}`)
    this.code = code
  }
}

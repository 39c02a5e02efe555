import type { Readable } from 'node:stream'

/** What a command uses of its process: `process` itself, or the streams of a test. */
export interface CommandIo {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: { write(text: string): unknown }
  stderr: { write(text: string): unknown }
}

/** Ends a command that has printed all it has to say. */
export class CommandExit extends Error {
  readonly code: number

  constructor(code: number) {
    super(`exit code ${code}`)
    this.code = code
  }
}

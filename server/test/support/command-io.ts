import { Readable, Writable } from 'node:stream'
import type { Outcome } from './command.ts'

export interface InProcessOptions {
  env?: NodeJS.ProcessEnv
  stdin?: string
  /** Standard input is a terminal. */
  isTTY?: boolean
}

function createOutput(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') }
}

interface Io {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY: boolean }
  readInput: () => Buffer
  stdout: Writable
  stderr: Writable
}

/** Runs the entry function of a program in this process, with streams and an environment of its own. */
export async function runInProcess(
  main: (argv: readonly string[], io: Io) => Promise<number>,
  argv: readonly string[],
  { env = {}, stdin = '', isTTY = false }: InProcessOptions = {},
): Promise<Outcome> {
  const [stdout, stderr] = [createOutput(), createOutput()]
  const code = await main(argv, {
    env,
    stdin: Object.assign(Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]), { isTTY }),
    readInput: () => Buffer.from(stdin),
    stdout: stdout.stream,
    stderr: stderr.stream,
  })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

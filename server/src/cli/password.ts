import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import { ConfigError } from '../config.ts'
import { CommandExit, type CommandIo } from './io.ts'

export interface PasswordFlags {
  password?: string
  passwordStdin?: boolean
}

export const addPasswordOptions = (command: Command): Command =>
  command
    .option('--password <text>', 'password; visible to other users of this machine while the command runs')
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText('after', '\nWithout either option, the command prompts for the password.')

async function readStdin({ stdin }: CommandIo): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

/** Prompts on standard error, so that standard output holds only the result; what is typed is not echoed. */
async function promptAtTerminal({ stdin, stderr }: CommandIo): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: stdin, output: nowhere, terminal: true })
  const interrupted = once(terminal, 'SIGINT').then(() => {
    throw new CommandExit(130)
  })
  stderr.write('Password (at least 10 characters, not shown): ')
  try {
    const [line] = (await Promise.race([once(terminal, 'line'), interrupted])) as [string]
    stderr.write('\n')
    return line
  } finally {
    terminal.close()
  }
}

export async function readPassword({ password, passwordStdin }: PasswordFlags, io: CommandIo): Promise<string> {
  const atTerminal = io.stdin.isTTY && password === undefined
  if (!atTerminal && (password === undefined) === (passwordStdin !== true)) {
    throw new ConfigError('Pass the password with --password-stdin or --password.')
  }
  const given = atTerminal ? await promptAtTerminal(io) : (password ?? (await readStdin(io)))
  if (given.length < 10 || given.length > 200) throw new ConfigError('The password must have 10 to 200 characters.')
  return given
}

import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import { ConfigError } from '../config.ts'

export interface PasswordFlags {
  password?: string
  passwordStdin?: boolean
}

export const addPasswordOptions = (command: Command): Command =>
  command
    .option('--password <text>', 'password; visible to other users of this machine while the command runs')
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText('after', '\nWithout either option, the command prompts for the password.')

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

/** Prompts on standard error, so that standard output holds only the result; what is typed is not echoed. */
async function promptAtTerminal(): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  terminal.once('SIGINT', () => process.exit(130))
  process.stderr.write('Password (at least 10 characters, not shown): ')
  const [line] = (await once(terminal, 'line')) as [string]
  terminal.close()
  process.stderr.write('\n')
  return line
}

export async function readPassword({ password, passwordStdin }: PasswordFlags): Promise<string> {
  const atTerminal = process.stdin.isTTY && password === undefined
  if (!atTerminal && (password === undefined) === (passwordStdin !== true)) {
    throw new ConfigError('Pass the password with --password-stdin or --password.')
  }
  const given = atTerminal ? await promptAtTerminal() : (password ?? (await readStdin()))
  if (given.length < 10 || given.length > 200) throw new ConfigError('The password must have 10 to 200 characters.')
  return given
}

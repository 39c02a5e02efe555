import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Without the project's own Node at the front of PATH, like the shell of a person. */
export const SYSTEM_PATH = (process.env['PATH'] ?? '')
  .split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .join(':')

/** Of the 0.9 s of CPU time that a command takes to start, 0.4 s are spent on reading and compiling its sources. */
const COMPILE_CACHE = path.join(ROOT, '.local/compile-cache')

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

export interface CommandOptions {
  env?: NodeJS.ProcessEnv
  stdin?: string
}

/** Runs a command in the project's folder until it exits. */
export async function runCommand(
  command: string,
  args: readonly string[],
  { env = {}, stdin = '' }: CommandOptions = {},
): Promise<Outcome> {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: SYSTEM_PATH, HOME: process.env['HOME'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

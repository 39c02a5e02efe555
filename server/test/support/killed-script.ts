import { spawn } from 'node:child_process'
import { programEnv } from './program.ts'
import type { TestDatabase } from './database.ts'

export interface KilledScript {
  /** SIGKILL, or null if it ran to its end. */
  signal: string | null
  /** The awaits that it passed, if it ran to its end. */
  passed: string[]
}

/** Runs a script of `watchCalls`, which kills itself at the await given by its last argument. */
export function runKilledScript(
  database: Pick<TestDatabase, 'url'>,
  script: string,
  args: readonly number[],
): Promise<KilledScript> {
  return new Promise((resolve, reject) => {
    const env = programEnv(database, { SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', SITEWATCH_MIGRATE: '0' })
    const child = spawn(process.execPath, [script, ...args.map(String)], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (_code, signal) =>
      resolve({ signal, passed: output === '' ? [] : (JSON.parse(output) as string[]) }),
    )
  })
}

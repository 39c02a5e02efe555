import { spawn } from 'node:child_process'
import path from 'node:path'

export const SWCTL = path.resolve(import.meta.dirname, '../../../sdk/launch/swctl.cjs')

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs swctl like a person: in its own process, with its settings from the environment. */
export function runSwctl(
  args: readonly string[],
  { url, key, input = '' }: { url: string; key: string; input?: string },
): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, SITEWATCH_URL: url, SITEWATCH_KEY: key }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [SWCTL, ...args], { env })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    // A command with wrong arguments exits before it reads its input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

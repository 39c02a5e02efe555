import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = path.resolve(import.meta.dirname, '..')

export interface Server {
  port: number
  child: ChildProcess
}

interface ServerOptions {
  url: string
  secret: string
  roles: readonly string[]
  env: Record<string, string>
}

/** Starts the program as a separate process and waits until it listens. */
export async function startServer({ url, secret, roles, env }: ServerOptions): Promise<Server> {
  const child = spawn(process.execPath, [path.join(ROOT, 'server/launch/sitewatch.cjs'), 'start', ...roles], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: url,
      SITEWATCH_DRAIN_SECONDS: '0',
      SITEWATCH_SECRET: secret,
      HOST: '127.0.0.1',
      PORT: '0',
      ...env,
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    const lines: string[] = []
    createInterface(child.stderr).on('line', (line) => {
      lines.push(line)
      if (line.includes('Sitewatch is running')) resolve((JSON.parse(line) as { port: number }).port)
    })
    child.on('exit', () => reject(new Error(lines.join('\n'))))
  })
  return { port, child }
}
